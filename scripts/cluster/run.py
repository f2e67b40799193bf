"""Plays a study on a cluster by Dask, HyperQueue or Slurm, and merges the results here.

    python scripts/cluster/run.py [STUDY] CONFIG --engine ENGINE --store STORE --out DIR [--n 64] [ENGINE'S OPTIONS] [-- OPTIONS OF THE STUDY]
    python scripts/cluster/run.py configs/quickstart.toml --engine dask --scheduler tcp://HOST:8786 --store jobs/quick --out results/quick
    python scripts/cluster/run.py tune configs/tune-quick.toml --engine hyperqueue --local 4 --store s3://BUCKET/tune --out results/tune
    python scripts/cluster/run.py CONFIG --engine slurm --threads 4 --store jobs/big --out results/big --n 200 -- --deals 1M --seed 2

The study becomes a job in the store (`powergrab shards`), the engine plays the open tasks (`powergrab work TASK`), until no task is
open, and `powergrab merge` writes the results. A finished task is never repeated, so the same command resumes, and several engines or workers of
`powergrab work` may play one job. A task that is still open after --retries passes ends the run with exit code 3. All machines need the
same version of the program.

- dask: needs requirements.txt here and on the workers. If the store is a directory, the workers need no shared disk: the job is sent along,
  and a worker returns the shard.
- hyperqueue: needs the package `hyperqueue` here, of the same version as the server. The workers reach the store themselves.
- slurm: needs only sbatch. All nodes reach the store and share the disk of --logs. Set time and memory in slurm_array.sbatch or in the
  variables of sbatch (SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT, ...).

For s3://BUCKET/PREFIX, workers take AWS_ACCESS_KEY_ID and its like from their own environment. See docs/cluster.md.
"""

import argparse
import collections
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MISSING = 3
"""The program's exit code for tasks that are not finished, and this script's."""
UNREACHABLE = 4
"""The exit code of both for a store or a scheduler that does not answer."""
INTERRUPTED = 130
CRASHES = 100
"""Number of dead workers that HyperQueue forgives a task: on machines that may be taken away, they say nothing about the task."""
PATIENCE = 60
"""Seconds without a worker of Dask, after which the run says so, or ends if the workers are its own."""
MOST_IN_ARRAY = 1000
"""Largest array submitted to Slurm. Its own limit, MaxArraySize, is 1001 unless a cluster sets another."""


class Stop(Exception):
    """Ends the run with a message and an exit code."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


class WrongVersion(Exception):
    """A worker has another version of the program, so its shards could not be merged."""

    def __init__(self, host, theirs, ours):
        super().__init__(host, theirs, ours)
        self.host, self.theirs, self.ours = host, theirs, ours

    def __str__(self):
        return f"the worker {self.host} has {self.theirs}, and here is {self.ours}: give all machines the same program"


def shard_key(task):
    """Returns the path of a task's shard in its store."""
    number, _, part = task.rpartition(":")
    k, n = part.split("/")
    return f"round-{number or 1}/part-{k}-of-{n}.shard"


def play_on_worker(program, version, store, files, extra, threads, task):
    """Plays a task on a worker of Dask. Returns the shard's bytes if the store is a directory, whose job is then in `files`, by paths.

    `extra` are files that programs of bots need, by relative paths.
    """
    own = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if own != version:
        raise WrongVersion(socket.gethostname(), own, version)
    with tempfile.TemporaryDirectory(prefix="powergrab-") as home:
        home = pathlib.Path(home)
        if files is not None:
            store = str(home / "store")
        for path, content in {**{f"store/{path}": content for path, content in (files or {}).items()}, **extra}.items():
            path = home / path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        command = [program, "work", task, "--store", store, "--threads", str(threads)]
        done = subprocess.run(command, cwd=home if extra else None, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{socket.gethostname()}: exit code {done.returncode}: {done.stderr.strip()}")
        return (home / "store" / shard_key(task)).read_bytes() if files is not None else None


def tell(text):
    print(text, file=sys.stderr, flush=True)


class Progress:
    """Tells how many tasks are done, at most once a second."""

    def __init__(self, n_tasks):
        self.n_tasks, self.last = n_tasks, 0.0

    def __call__(self, n_done):
        if n_done == self.n_tasks or time.monotonic() - self.last >= 1:
            self.last = time.monotonic()
            tell(f"{n_done} of {self.n_tasks} tasks")


class Program:
    """The program `powergrab` and the job in its store."""

    def __init__(self, path, store, is_local):
        here = shutil.which(path)
        if here is None:
            raise Stop(f"{path}: no such program", 2)
        self.here = str(pathlib.Path(here).resolve())
        # Elsewhere a bare name is looked up again, and a path is taken as it is.
        self.there = self.here if is_local or "/" in path else path
        self.store = store if "://" in store else str(pathlib.Path(store).absolute())
        self.version = subprocess.run([self.here, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    @property
    def directory(self):
        """The store's directory, or None for an object store."""
        return None if "://" in self.store else pathlib.Path(self.store)

    def _tasks(self, *arguments):
        done = subprocess.run([self.here, "shards", *arguments], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            # The program has said why.
            raise Stop("", done.returncode)
        return done.stdout.split()

    def submit(self, study, n_parts, options):
        """Puts the study into the store, and returns the open tasks."""
        return self._tasks(*study, "--n", str(n_parts), "--store", self.store, "--", *options)

    def open(self):
        """Returns the open tasks of the job."""
        return self._tasks("--store", self.store)

    def merge(self, out, force):
        command = [self.here, "merge", "--store", self.store, "--out", str(out), *(["--force"] if force else [])]
        return subprocess.run(command, check=False).returncode

    def job(self, tasks):
        """Returns the files that a worker needs to play these tasks in a store of its own: the job, and what earlier rounds have left."""
        paths = [self.directory / "job.json", *(self.directory / "files").glob("*")]
        number, colon, _ = tasks[0].rpartition(":")
        if colon:
            # Written when the tasks were listed.
            paths.append(self.directory / "complete" / f"round-{int(number) - 1}.shard")
        return {str(path.relative_to(self.directory)): path.read_bytes() for path in paths}

    def keep(self, task, content):
        """Creates the shard of a task in the directory: whole or not at all, and once, like the program itself."""
        path = self.directory / shard_key(task)
        path.parent.mkdir(parents=True, exist_ok=True)
        # The program ignores files of such names.
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".powergrab-", suffix=".tmp") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            # Somebody else was first: that shard is as good.
            with contextlib.suppress(FileExistsError):
                os.link(file.name, path)


class Dask:
    """Plays tasks on the workers of a Dask cluster."""

    def __init__(self, options, program):
        self.options, self.program = options, program
        self.extra = {}
        for path in options.send:
            if pathlib.Path(path).is_absolute() or ".." in pathlib.Path(path).parts:
                raise Stop(f"{path}: is outside of this directory; start in a directory that contains it", 2)
            self.extra[path] = pathlib.Path(path).read_bytes()

    def __enter__(self):
        from distributed import Client, LocalCluster

        self.opened = contextlib.ExitStack()
        cluster = self.options.scheduler
        if cluster is None:
            cluster = LocalCluster(n_workers=self.options.local, threads_per_worker=1, dashboard_address=None)
            self.opened.enter_context(cluster)
        try:
            self.client = self.opened.enter_context(Client(cluster))
        except OSError as e:
            self.opened.close()
            raise Stop(f"{cluster}: does not answer: {e}", UNREACHABLE) from e
        return self

    def __exit__(self, *_):
        self.opened.close()

    def completed(self, futures):
        """Yields futures as they are completed. Says so if there is no worker, and ends the run if nobody else could start one."""
        from distributed import as_completed

        completed = as_completed(futures)
        last_look = last_seen = time.monotonic()
        is_waiting = False
        while not completed.is_empty():
            now = time.monotonic()
            if completed.has_ready():
                yield next(completed)
                last_seen, is_waiting = now, False
            elif now - last_look < 1:
                time.sleep(0.05)
            elif self.client.ncores():
                last_look = last_seen = now
                is_waiting = False
            else:
                last_look = now
                if is_waiting or now - last_seen < PATIENCE:
                    continue
                if self.options.local:
                    raise Stop("all local workers have died; the same command resumes", MISSING)
                is_waiting = True
                tell(f"{self.options.scheduler}: has no workers; waiting for one")

    def play(self, tasks):
        program, submit = self.program, self.client.submit
        # The job is a result of its own, so that it travels once, and is made again if the worker that holds it dies. `pure=False` prevents
        # the reuse of results of another run.
        files = None if program.directory is None else submit(dict, program.job(tasks), pure=False)
        same = (program.there, program.version, program.store, files, self.extra, self.options.threads)
        # The function is sent by value, as workers have no copy of this file.
        futures = {submit(play_on_worker, *same, task, pure=False): task for task in tasks}
        progress = Progress(len(tasks))
        n_done = 0
        for future in self.completed(futures):
            task = futures[future]
            try:
                content = future.result()
            except WrongVersion as e:
                raise Stop(f"task {task}: {e}", 2) from e
            except Exception as e:  # noqa: BLE001 - whatever went wrong on a worker, the task is still open
                tell(f"task {task}: {e}")
                continue
            if content is not None:
                program.keep(task, content)
            n_done += 1
            progress(n_done)


class HyperQueue:
    """Plays tasks on the workers of a HyperQueue server."""

    def __init__(self, options, program):
        self.options, self.program = options, program

    def __enter__(self):
        from hyperqueue import Client
        from hyperqueue.cluster import LocalCluster, WorkerConfig

        self.opened = contextlib.ExitStack()
        if self.options.local is None:
            # What failed tasks print stays on the machine of their worker, where this machine's paths may mean nothing.
            self.logs = pathlib.Path(f"/tmp/powergrab-hyperqueue-{os.getuid()}")
            self.client = Client(self.options.server_dir)
            return self
        home = self.opened.enter_context(tempfile.TemporaryDirectory(prefix="powergrab-"))
        self.logs = pathlib.Path(home, "logs")
        with printed_as_messages():
            cluster = self.opened.enter_context(LocalCluster(home))
            for _ in range(self.options.local):
                cluster.start_worker(WorkerConfig(cores=self.options.threads))
            self.client = cluster.client()
        return self

    def __exit__(self, *_):
        self.opened.close()

    def play(self, tasks):
        from hyperqueue import Job
        from hyperqueue.output import StdioDef
        from hyperqueue.task.task import ResourceRequest

        has_same_disk = self.options.local or self.program.directory
        # A failed task does not stop the others.
        job = Job(max_fails=None, name="powergrab")
        for task in tasks:
            job.program(
                [self.program.there, "work", task, "--store", self.program.store, "--threads", str(self.options.threads)],
                cwd=pathlib.Path.cwd() if has_same_disk else "/tmp",
                stdout=None,
                stderr=StdioDef.remove_if_finished(f"{self.logs}/%{{SERVER_UID}}-%{{JOB_ID}}-%{{TASK_ID}}.txt"),
                resources=ResourceRequest(cpus=self.options.threads),
                crash_limit=CRASHES,
            )
        submitted = self.client.submit(job)
        progress = Progress(len(tasks))
        failed = self.client.connection.wait_for_jobs([submitted.id], lambda jobs: progress(jobs[submitted.id]["finished"]))
        for number, failure in (self.client.get_failed_tasks(submitted) if failed else {}).items():
            log = pathlib.Path(failure.stderr or "")
            said = log.read_text(errors="replace").strip() if log.is_file() else f"see {log} on its worker"
            tell(f"task {tasks[number]}: {failure.error} {said}")
        self.client.forget(submitted)


@contextlib.contextmanager
def printed_as_messages():
    """Sends what libraries print as results to where messages go."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


class Slurm:
    """Plays tasks as arrays of Slurm."""

    def __init__(self, options, program):
        self.options, self.program = options, program
        beside = program.directory or pathlib.Path.cwd()
        self.home = (options.logs or beside / "slurm").absolute()

    def __enter__(self):
        self.home.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_):
        pass

    def play(self, tasks):
        for first in range(0, len(tasks), MOST_IN_ARRAY):
            self.play_array(tasks[first : first + MOST_IN_ARRAY])

    def play_array(self, tasks):
        # Tasks that are queued when this script is interrupted still read the file, so it is removed only after them.
        handle, path = tempfile.mkstemp(dir=self.home, prefix="tasks-", suffix=".txt", text=True)
        with open(handle, "w", encoding="utf-8") as file:
            file.write("".join(f"{task}\n" for task in tasks))
        os.chmod(path, 0o644)
        threads = [f"--cpus-per-task={self.options.threads}"] if self.options.threads else []
        command = ["sbatch", "--parsable", "--wait", f"--array=1-{len(tasks)}", "--export=ALL", "--job-name=powergrab", *threads,
                   f"--output={self.home}/%A-%a.log", str(HERE / "slurm_array.sbatch")]
        env = {"POWERGRAB": self.program.there, "POWERGRAB_STORE": self.program.store, "POWERGRAB_TASKS": path}
        try:
            done = subprocess.run(command, env={**os.environ, **env}, stdout=subprocess.PIPE, text=True, check=False)
        except FileNotFoundError as e:
            os.unlink(path)
            raise Stop("sbatch: no such program; start this on a machine of a Slurm cluster", 2) from e
        os.unlink(path)
        number = done.stdout.strip().split(";")[0]
        if not number:
            raise Stop("sbatch has not accepted the array", done.returncode or 1)
        # Otherwise the code is that of the worst task. Which tasks are still open, the store knows better.
        if done.returncode != 0:
            tell(f"tasks of the array {number} failed: see {self.home}/{number}-*.log")


ENGINES = {"dask": Dask, "hyperqueue": HyperQueue, "slurm": Slurm}


def count(text):
    """Checks a number of parts, workers or threads."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number from 1 up")
    return int(text)


def read_arguments(arguments):
    """Returns the options, and those of the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = "the study and its configuration, as `powergrab shards` takes them; a configuration alone is that of a tournament"
    parser.add_argument("study", nargs="+", metavar="[STUDY] [CONFIG]", help=what)
    parser.add_argument("--engine", required=True, choices=sorted(ENGINES), help="what distributes the tasks")
    parser.add_argument("--store", required=True, help="where the job lies: a directory, or s3://BUCKET/PREFIX")
    parser.add_argument("--out", required=True, type=pathlib.Path, metavar="DIR", help="the directory of the results")
    parser.add_argument("--n", type=count, default=64, help="number of parts of each round (default 64); several for each worker")
    parser.add_argument("--threads", type=count, metavar="T", help="threads of each task (default 1; with slurm as many as it gives a task)")
    parser.add_argument("--retries", type=count, default=3, metavar="N", help="give up after N passes with the same task open (default 3)")
    parser.add_argument("--powergrab", default="powergrab", metavar="PROGRAM", help="the program's path on the workers and here")
    parser.add_argument("--force", action="store_true", help="overwrite the results of another run in DIR")
    parser.add_argument("--local", metavar="N", type=count, help="dask, hyperqueue: start N workers on this machine")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="dask: the address of the scheduler")
    parser.add_argument("--send", action="append", default=[], metavar="FILE",
                        help="dask: a file that a bot's program needs, such as a script; the files that the study itself reads travel in the job")
    parser.add_argument("--server-dir", metavar="DIR", help="hyperqueue: the directory of the server (`hq server start --server-dir`)")
    parser.add_argument("--logs", type=pathlib.Path, metavar="DIR",
                        help="slurm: the directory of lists of tasks and of logs (default STORE/slurm, for a store elsewhere ./slurm)")
    more = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, more = arguments[:at], arguments[at + 1 :]
    options = parser.parse_args(arguments)
    address = {"dask": "scheduler", "hyperqueue": "server_dir", "slurm": None}[options.engine]
    given = [name for name in ("local", "scheduler", "server_dir") if getattr(options, name) is not None]
    wanted = [] if address is None else ["local", address]
    if len(given) != bool(wanted) or not set(given) <= set(wanted):
        shown = " or ".join(f"--{name.replace('_', '-')}" for name in wanted)
        parser.error(f"--engine {options.engine} takes " + (f"either {shown}" if shown else "neither --local nor --scheduler nor --server-dir"))
    if options.send and options.engine != "dask":
        parser.error("--send is for --engine dask; the others read such files at the same path on each machine")
    if options.logs and options.engine != "slurm":
        parser.error("--logs is for --engine slurm")
    if options.engine != "slurm":
        options.threads = options.threads or 1
    return options, more


def play_all(tasks, program, engine, retries):
    """Plays tasks until no task is open."""
    passes = collections.Counter()
    while tasks:
        number, colon, _ = tasks[0].rpartition(":")
        tell(f"{len(tasks)} task{'s' if len(tasks) > 1 else ''} to play{f' in round {number}' if colon else ''}")
        engine.play(tasks)
        passes.update(tasks)
        # Open after that are tasks that failed or, once a round is complete, those of the next one.
        tasks = program.open()
        stuck = [task for task in tasks if passes[task] >= retries]
        if stuck:
            named = ", ".join(stuck[:20]) + (", ..." if len(stuck) > 20 else "")
            often = f"{retries} passes" if retries > 1 else "a pass"
            raise Stop(f"{program.store}: still open after {often}: {named}; the same command tries again", MISSING)


def main():
    options, more = read_arguments(sys.argv[1:])
    try:
        program = Program(options.powergrab, options.store, options.local is not None)
        tasks = program.submit(options.study, options.n, more)
        if tasks:
            with ENGINES[options.engine](options, program) as engine:
                play_all(tasks, program, engine, options.retries)
        sys.exit(program.merge(options.out, options.force))
    except Stop as e:
        if str(e):
            tell(str(e))
        sys.exit(e.code)
    except KeyboardInterrupt:
        tell("interrupted; the same command resumes. What was submitted to a server or to Slurm is still played by it")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
