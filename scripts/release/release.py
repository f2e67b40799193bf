"""Builds everything that a release consists of from a tag, without paths and times of the machine.

    python3 scripts/release/release.py v0.1.0 OUT

| file | holds |
|---|---|
| powergrab-VERSION-x86_64-linux.tar.gz | the static program, completions, manual pages, board.html, licences, the container's file |
| powergrab-VERSION-….whl | the Python package for any Linux of 2014 or newer, the program included |
| powergrab-….crate | the crates for the registry |
| powergrab-VERSION.cdx.json | the software bill of materials (CycloneDX) |
| SHA256SUMS | the checksums of all others |

Needs cargo, rustup, git, python3 with venv, and the registries of crates and of PyPI. The tag is built in a clone of its own, so what is not committed has no part in
it. Paths and times of this machine are kept out: paths are replaced by the compiler, times are the commit's. OUT must not exist.
"""

import argparse
import contextlib
import gzip
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STATIC = "x86_64-unknown-linux-musl"
FEATURES = "parquet,object-store,mimalloc"
BILL = "cargo-cyclonedx@0.5.9"
SHELLS = {"bash": "powergrab.bash", "zsh": "_powergrab", "fish": "powergrab.fish", "powershell": "_powergrab.ps1", "elvish": "powergrab.elv"}


def run(*words, **options):
    """Runs a command; returns what it prints."""
    print("+", *words, file=sys.stderr)
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, **options).stdout


class Release:
    """The clone of a tag, and the environment in which it is built."""

    def __init__(self, tag, place, tools):
        self.clone = place / "powergrab"
        run("git", "clone", "--quiet", "--no-hardlinks", "--branch", tag, ROOT, self.clone)
        self.target = place / "target"
        # The C code of libraries, too, must not need the C library of this machine. (Cargo's name of the target is unknown to zig.)
        compiler = place / "musl-cc"
        compiler.write_text(f"""#!/bin/sh
for word do
    shift
    case $word in --target=*) ;; *) set -- "$@" "$word" ;; esac
done
exec "{tools}/python" -m ziglang cc -target x86_64-linux-musl "$@"
""")
        compiler.chmod(0o755)
        time = run("git", "log", "-1", "--format=%ct", cwd=self.clone).decode().strip()
        self.time = int(time)
        cargo = os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo")
        self.env = {
            **os.environ,
            "CARGO_INCREMENTAL": "0",
            f"CC_{STATIC.replace('-', '_')}": str(compiler),
            # The wheel's linker is found by the Python that is first.
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            # What a debugger needs is the greater part of a program.
            "CARGO_PROFILE_DIST_DEBUG": "false",
            "CARGO_PROFILE_DIST_STRIP": "true",
            "CARGO_TARGET_DIR": str(self.target),
            "RUSTFLAGS": f"--remap-path-prefix={self.clone}=/powergrab --remap-path-prefix={self.target}=/target --remap-path-prefix={cargo}=/cargo",
            "SOURCE_DATE_EPOCH": time,
        }
        self.packages = json.loads(self.run("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", STATIC))["packages"]
        self.version = next(package["version"] for package in self.packages if package["name"] == "powergrab")

    def run(self, *words, folder="."):
        """Runs a command in a folder of the clone; returns what it prints."""
        return run(*words, cwd=self.clone / folder, env=self.env)

    def program(self):
        """Builds the static program; returns its path."""
        run("rustup", "target", "add", STATIC)
        self.run("cargo", "build", "--locked", "--quiet", "--profile", "dist", "-p", "powergrab", "--features", FEATURES, "--target", STATIC)
        return self.target / STATIC / "dist/powergrab"

    def wheel(self, out):
        """Builds the wheel with zig as linker, which links with the C library of an old Linux."""
        maturin = ["maturin", "build", "--locked", "--quiet", "--profile", "dist", "--zig", "--compatibility", "manylinux2014", "--features", "object-store"]
        self.run(*maturin, "--out", out, folder="python")

    def board(self, path):
        """Builds the board as one file."""
        self.run(sys.executable, "scripts/board_html.py", path)

    def crates(self, out):
        """Makes the packages for the registry."""
        members = [package for package in self.packages if not package["source"]]
        # Crates that are published nowhere have an empty list of registries.
        others = [f"--exclude={package['name']}" for package in members if package["publish"] == []]
        self.run("cargo", "package", "--locked", "--workspace", *others, "--no-verify", "--quiet")
        for package in members:
            if package["publish"] != []:
                shutil.copy(self.target / "package" / f"{package['name']}-{self.version}.crate", out)

    def bill(self, tools, out):
        """Writes the software bill of materials of the program."""
        run("cargo", "install", "--quiet", "--locked", "--root", tools, BILL)
        self.run(tools / "bin/cargo-cyclonedx", "cyclonedx", "--format", "json", "--features", FEATURES, "--target", STATIC, "--override-filename", "bill")
        bill = json.loads((self.clone / "bill.json").read_text())
        text = json.dumps(bill, indent=1, ensure_ascii=False).replace(f"path+file://{self.clone}", "path+file:///powergrab")
        (out / f"powergrab-{self.version}.cdx.json").write_text(text + "\n")

    def licences(self):
        """Returns the licences of all crates in the program, with their texts."""
        tree = self.run("cargo", "tree", "--locked", "-p", "powergrab", "--features", FEATURES, "-e", "normal", "--target", STATIC, "--prefix", "none", "--format", "{p}")
        inside = {tuple(line.split()[:2]) for line in tree.decode().splitlines() if line}
        parts = []
        for package in sorted(self.packages, key=lambda package: (package["name"], package["version"])):
            if not package["source"] or (package["name"], "v" + package["version"]) not in inside:
                continue
            parts.append(f"{'=' * 80}\n{package['name']} {package['version']}: {package['license']}\n")
            folder = pathlib.Path(package["manifest_path"]).parent
            for file in sorted(folder.glob("LICEN[CS]E*")) + sorted(folder.glob("COPYING*")) + sorted(folder.glob("NOTICE*")):
                if file.is_file():
                    parts.append(f"--- {file.name}\n{file.read_text(errors='replace')}")
        return "\n".join(parts)


def archive(path, folder, time):
    """Packs a folder with its name, in order, without owners, all files of one time."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for file in [folder, *sorted(folder.rglob("*"))]:
            entry = tar.gettarinfo(file, str(file.relative_to(folder.parent)))
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time, 0, 0, "", ""
            entry.mode = 0o755 if file.is_dir() or file.name == "powergrab" else 0o644
            with open(file, "rb") if file.is_file() else io.BytesIO() as content:
                tar.addfile(entry, content if file.is_file() else None)
    path.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tag")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--place", type=pathlib.Path, help="an empty directory in which to build, and which is kept; a temporary one by default")
    args = parser.parse_args()
    out = args.out.resolve()
    out.mkdir(parents=True)
    with contextlib.nullcontext(args.place) if args.place else tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place).resolve()
        run(sys.executable, "-m", "venv", place / "tools")
        tools = place / "tools/bin"
        requirements = pathlib.Path(__file__).with_name("requirements.txt")
        run(tools / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
        release = Release(args.tag, place, tools)
        if args.tag != f"v{release.version}":
            sys.exit(f"release.py: {args.tag}: the version is {release.version}, so the tag must be v{release.version}")

        folder = place / f"powergrab-{release.version}-x86_64-linux"
        (folder / "completions").mkdir(parents=True)
        program = release.program()
        shutil.copy(program, folder / "powergrab")
        for shell, name in SHELLS.items():
            (folder / "completions" / name).write_bytes(run(program, "completions", shell))
        run(program, "man", "--out", folder / "man/man1")
        release.board(folder / "board.html")
        for name in ["LICENSE", "README.md", "CITATION.cff", "scripts/release/Containerfile"]:
            shutil.copy(release.clone / name, folder)
        (folder / "LICENSES-OF-CRATES.txt").write_text(release.licences())
        archive(out / f"{folder.name}.tar.gz", folder, release.time)

        release.wheel(out)
        release.crates(out)
        release.bill(tools.parent, out)

    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(out.iterdir())]
    (out / "SHA256SUMS").write_text("".join(sums))
    for file in sorted(out.iterdir()):
        print(f"{file.stat().st_size / 1e6:8.2f} MB  {file.name}")


if __name__ == "__main__":
    main()
