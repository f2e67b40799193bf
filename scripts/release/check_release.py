"""Checks what release.py built: checksums, the program is static, the wheel brings the same program to a Python without compilers.

    python3 scripts/release/check_release.py OUT [--dist PROGRAM]

With --dist, the dynamic program of the same commit, games are compared byte by byte. A container is built and run where docker or podman is at hand.
"""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

MATCHES = [["match", "--bots", "net,champion-2", "--deals", "300"], ["tournament", "quickstart", "--deals", "100"]]
# README's main job, in a shorter form.
README_JOB = ["tournament", "quickstart", "--deals", "20"]


def said(*words, **options):
    """Runs a command; returns what it prints."""
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def one(out, pattern):
    """Returns the file of this pattern."""
    found = list(out.glob(pattern))
    if len(found) != 1:
        sys.exit(f"check_release.py: {out}: {len(found)} files {pattern}, 1 expected")
    return found[0]


def files(directory):
    """Returns the files of a run but the times."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.name != "timing.json"}


def check_sums(out):
    lines = (out / "SHA256SUMS").read_text().splitlines()
    named = dict(reversed(line.split("  ")) for line in lines)
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.iterdir() if path.name != "SHA256SUMS"}
    if named != there:
        sys.exit("check_release.py: SHA256SUMS: other files or sums")


def check_static(program):
    told = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
    if "statically linked" not in told.stdout + told.stderr and "not a dynamic executable" not in told.stdout + told.stderr:
        sys.exit(f"check_release.py: {program}: {told.stdout}{told.stderr}")


def check_paths(wheel):
    """Nothing in the wheel names a directory of the machine that built it."""
    with zipfile.ZipFile(wheel) as files:
        named = [name for name in files.namelist() if re.search(rb"path\+file://(?!/powergrab)", files.read(name))]
    if named:
        sys.exit(f"check_release.py: {wheel}: names paths of the machine that built it: {', '.join(named)}")


def play(words, out, *program):
    said(*program, *words, "--out", out, stderr=subprocess.DEVNULL)
    return files(out)


def check_games(work, programs):
    """All programs write the same bytes."""
    for at, words in enumerate(MATCHES):
        first, *others = [play(words, work / f"{name}-{at}", *program) for name, program in programs.items()]
        for name, other in zip(list(programs)[1:], others):
            if first != other:
                sys.exit(f"check_release.py: {' '.join(words)}: {name} writes other bytes")


def check_container(folder, work):
    builder = next((name for name in ["docker", "podman"] if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0), None)
    if builder is None:
        return "neither docker nor podman is at hand: not tried"
    said(builder, "build", "--quiet", "--tag", "powergrab-check", "--file", folder / "Containerfile", folder)
    size = int(said(builder, "image", "inspect", "--format", "{{.Size}}", "powergrab-check"))
    (work / "container").mkdir()
    user = f"{os.getuid()}:{os.getgid()}"
    words = [builder, "run", "--rm", "--network", "none", "--user", user, "-v", f"{work / 'container'}:/work", "powergrab-check", *README_JOB, "--out", "run"]
    played = subprocess.run(words, capture_output=True, text=True, check=False)
    # By their codes 125 to 127 the builders say that the program did not run.
    if played.returncode in (125, 126, 127):
        return f"{builder} builds it ({size / 1e6:.1f} MB), and may not run it here: {played.stderr.strip().splitlines()[-1]}"
    if played.returncode:
        sys.exit(f"check_release.py: the container: {played.stderr}")
    return f"{builder}: plays, {size / 1e6:.1f} MB, {len(files(work / 'container/run'))} files"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--dist", type=pathlib.Path)
    args = parser.parse_args()
    out = args.out.resolve()
    check_sums(out)
    print("checksums: hold")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        with tarfile.open(one(out, "*-linux.tar.gz")) as tar:
            tar.extractall(work)
        folder = next(work.glob("powergrab-*-linux"))
        program = folder / "powergrab"
        check_static(program)
        print("the program: static")

        check_paths(one(out, "*.whl"))
        venv = work / "venv"
        said(sys.executable, "-m", "venv", venv)
        said(venv / "bin/pip", "install", "--quiet", "--disable-pip-version-check", one(out, "*.whl"))
        # Nothing but Python: no cargo, no compiler.
        alone = ["env", "-i", f"PATH={venv}/bin", f"HOME={work}"]
        print("the wheel:", said(*alone, "powergrab", *README_JOB, "--out", work / "readme", stderr=subprocess.DEVNULL).splitlines()[0])
        programs = {"static": [program], "wheel": [*alone, "powergrab"]}
        if args.dist:
            programs["dist"] = [args.dist]
        check_games(work, programs)
        print("the same bytes:", ", ".join(programs))
        print("container:", check_container(folder, work))


if __name__ == "__main__":
    main()
