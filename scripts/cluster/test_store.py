"""Plays a job on an object store while workers are killed, the store fails and the network is cut. The merged bytes are one machine's.

    python scripts/cluster/test_store.py target/release/powergrab                                   # 500 kills of 4 pull workers
    python scripts/cluster/test_store.py target/release/powergrab --engine hyperqueue               # 500 kills of tasks and of whole workers
    python scripts/cluster/test_store.py target/release/powergrab --quick                           # 20 kills, for CI: less than a minute

The object store is moto's S3 server, started here, with all versions kept: a file that was written twice would show. Parts of the test:

1. kills: SIGKILL at random times until --kills processes were killed that were playing a task, and whose shard was not there afterwards.
   With `plain`, workers are processes of `powergrab work`, started again here; otherwise run.py plays by the engine, and now and then a
   whole worker is killed, with its task.
2. faults: pull workers behind faulty_store.py, which is slow, fails, and loses answers.
3. cut: the same server resets all connections for some seconds in the middle.
4. link: a worker in a network namespace, whose link is down for some seconds. Skipped if namespaces cannot be had (they need root and `ip`).

Needs scripts/cluster/requirements.txt, and a program with object stores (`powergrab work --store s3://...`).
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from store_processes import BUCKET, Kills, Server, WorkerPool, counted, process, results, wait_for

HERE = pathlib.Path(__file__).resolve().parent
STUDY = """
name = "small"
format = "round-robin"
pool = ["random", "greedy", "hoarder"]
players = [2, 3]
unit = "round"
seed = 3
deals = {deals}
"""
N_WORKERS = 4
WHOLE_WORKERS = 0.1
"""Share of the kills that hit a whole worker of an engine."""
YOUNG = 0.1
"""A process of an engine counts as playing after this many seconds: before, it reads the job."""
DEADLINE = 1800
"""Seconds after which a part of the test has hung."""

HQ_SERVER = """
import signal, sys
from hyperqueue.cluster import LocalCluster
cluster = LocalCluster(sys.argv[1])
print("up", flush=True)
signal.pause()
"""
# The package starts workers only in the process of its own server. Here each has a process of its own, which can be killed: it starts an idle
# server as well, and its worker then finds the access file of the first server in that one's place.
HQ_WORKER = """
import pathlib, signal, sys
from hyperqueue.cluster import LocalCluster, WorkerConfig
server, own = map(pathlib.Path, sys.argv[1:])
cluster = LocalCluster(str(own))
(own / "hq-current").unlink()
(own / "hq-current").symlink_to((server / "hq-current").resolve())
cluster.start_worker(WorkerConfig(cores=1))
print("up", flush=True)
signal.pause()
"""


class Test:
    """The study, its server, and what one machine makes of it."""

    def __init__(self, opened, options):
        self.program = str(pathlib.Path(options.program).resolve())
        self.home = pathlib.Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="powergrab-store-")))
        # Everything that is left by what is killed, goes with the test.
        os.environ["TMPDIR"] = str(self.home)
        tempfile.tempdir = str(self.home)
        self.options, self.dice = options, random.Random(options.seed)
        self.server = Server(opened, self.home)
        deals = options.deals or self.deals_in(options.seconds)
        self.seconds = options.seconds
        self.lease = max(1.0, 4 * options.seconds)
        self.write_study(deals * options.shards)
        started = time.monotonic()
        self.play_alone("one")
        self.say(f"{options.shards} shards of {deals} deals; one machine took {time.monotonic() - started:.1f} s")
        self.one = results(self.home / "one")

    def say(self, text):
        print(text, flush=True)

    def write_study(self, deals):
        (self.home / "small.toml").write_text(STUDY.format(deals=deals))

    def play_alone(self, out, *more):
        subprocess.run([self.program, "tournament", "small.toml", "--out", out, *more], cwd=self.home, check=True, capture_output=True)

    def deals_in(self, seconds):
        """Returns the number of deals that the program plays in this time on a thread."""
        deals, took = 100, 0.0
        while took < 0.5:
            deals *= 3
            self.write_study(deals)
            self.play_alone(f"measured-{deals}", "--threads", "1")
            took = json.loads((self.home / f"measured-{deals}" / "timing.json").read_text())["seconds"]
        return max(1, int(deals * seconds / took))

    def store(self, prefix):
        return f"s3://{BUCKET}/{prefix}"

    def submit(self, prefix, n_shards):
        command = [self.program, "shards", "tournament", "small.toml", "--n", str(n_shards), "--store", self.store(prefix)]
        subprocess.run(command, cwd=self.home, env=self.server.env(), check=True, stdout=subprocess.DEVNULL)

    def check(self, prefix, is_merged=False):
        """Merges a job, and compares it with one machine."""
        if not is_merged:
            command = [self.program, "merge", "--store", self.store(prefix), "--out", prefix]
            subprocess.run(command, cwd=self.home, env=self.server.env(), check=True, capture_output=True)
        assert results(self.home / prefix) == self.one, f"{prefix}: the merged bytes differ from one machine's"
        written = self.server.keys(prefix, "versions")
        assert len(written) == len(set(written)), f"{prefix}: a shard was written twice"

    def killed(self, kills, task, prefix, is_worker=False):
        """Counts a kill. One that came after the shard does not count."""
        if task is None or self.server.has(prefix, task):
            kills.late += 1
        elif is_worker:
            kills.workers += 1
        else:
            kills.tasks += 1


def kill_plain(test, kills, prefix):
    """Kills pull workers, which are started again here."""
    until = time.monotonic() + DEADLINE
    with contextlib.ExitStack() as opened:
        pool = WorkerPool(opened, test, prefix, [None] * N_WORKERS)
        while pool.restart_dead():
            assert time.monotonic() < until, "the job has hung"
            time.sleep(test.dice.uniform(0, test.seconds / 4))
            playing = [worker for worker in pool.workers if worker.task and worker.process.poll() is None]
            if playing and kills.are_due(pool.n_finished):
                test.killed(kills, test.dice.choice(playing).kill(), prefix)
        assert pool.gave_up == 0, f"{pool.gave_up} workers ended by themselves: {pool.said()}"


def players(store, age=YOUNG):
    """Returns the processes of an engine's workers that play tasks of this store, and their tasks."""
    import psutil

    found = []
    for candidate in psutil.process_iter(["cmdline", "create_time"]):
        words = candidate.info["cmdline"] or []
        # The store has a name of its own, so nobody else's processes are meant.
        if words[1:2] == ["work"] and store in words and time.time() - candidate.info["create_time"] > age:
            found.append((candidate, words[2]))
    return found


def kill_players(store):
    """Kills all processes that play tasks of this store."""
    import psutil

    for player, _ in players(store, age=0):
        with contextlib.suppress(psutil.NoSuchProcess):
            player.kill()


class EngineWorkers:
    """Processes of an engine's workers, which are started again when they are killed."""

    def __init__(self, start):
        self.start, self.workers = start, {}
        for _ in range(N_WORKERS):
            self.add()

    def add(self):
        worker = self.start()
        self.workers[worker.pid] = worker

    def kill_parent_of(self, player):
        """Kills the worker that started a process; returns whether there was such a worker."""
        parent = player.ppid()
        if parent not in self.workers:
            return False
        worker = self.workers.pop(parent)
        worker.kill()
        worker.wait()
        self.add()
        return True


@contextlib.contextmanager
def hyperqueue(test, prefix):
    """A server and workers of HyperQueue. Gives the options of run.py, and a function that kills the worker of a process."""
    with contextlib.ExitStack() as opened:
        log = opened.enter_context(open(test.home / "hyperqueue.log", "w+", encoding="utf-8"))
        home = test.home / f"hq-{prefix}"

        def start(script, *arguments):
            started = opened.enter_context(process([sys.executable, "-c", script, *map(str, arguments)], stdout=subprocess.PIPE, stderr=log,
                                                   env=test.server.env(), text=True))
            # The first lines are a table about the server.
            for line in started.stdout:
                if line == "up\n":
                    return started
            log.seek(0)
            sys.exit(f"HyperQueue did not start: {log.read()}")

        def start_worker():
            return start(HQ_WORKER, home, test.home / f"hq-{prefix}-{time.monotonic_ns()}")

        start(HQ_SERVER, home)
        yield ["--server-dir", str(home)], EngineWorkers(start_worker).kill_parent_of


@contextlib.contextmanager
def dask(test, prefix):
    """A scheduler and workers of Dask. Gives the options of run.py, and a function that kills the worker of a process.

    The workers have no nannies: one that is killed right after it has started again may be given up by its nanny.
    """
    with contextlib.ExitStack() as opened:
        log = opened.enter_context(open(test.home / "dask.log", "w+", encoding="utf-8"))
        address = test.home / f"dask-{prefix}.json"

        def start(module, *arguments):
            command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(address), "--no-dashboard", *arguments]
            return opened.enter_context(process(command, stdout=log, stderr=log, env=test.server.env()))

        def start_worker():
            return start("dask_worker", "--no-nanny", "--nthreads", "1", "--local-directory", str(test.home))

        start("dask_scheduler", "--port", "0")
        wait_for(address.exists, 60, "Dask's scheduler")
        yield ["--scheduler", json.loads(address.read_text())["address"]], EngineWorkers(start_worker).kill_parent_of


def kill_engine(test, kills, prefix):
    """Kills tasks and whole workers of an engine, while run.py plays the job by it."""
    import psutil

    engine = {"hyperqueue": hyperqueue, "dask": dask}[test.options.engine]
    store = test.store(prefix)
    until = time.monotonic() + DEADLINE
    with contextlib.ExitStack() as opened:
        # A task outlives a killed worker of Dask.
        opened.callback(kill_players, store)
        options, kill_worker_of = opened.enter_context(engine(test, prefix))
        log = opened.enter_context(open(test.home / f"{prefix}.log", "w+", encoding="utf-8"))
        command = [sys.executable, str(HERE / "run.py"), "small.toml", "--engine", test.options.engine, *options, "--powergrab", test.program,
                   "--store", store, "--out", prefix, "--n", str(test.options.shards), "--retries", "1000000"]
        run = opened.enter_context(process(command, cwd=test.home, env=test.server.env(), stdout=log, stderr=log))
        while run.poll() is None:
            assert time.monotonic() < until, "the job has hung"
            time.sleep(test.dice.uniform(0, test.seconds / 2))
            if not kills.are_due(test.server.n_shards(prefix)):
                continue
            playing = players(store)
            if not playing:
                continue
            player, task = test.dice.choice(playing)
            # It may have ended meanwhile.
            with contextlib.suppress(psutil.NoSuchProcess):
                is_worker = test.dice.random() < WHOLE_WORKERS
                if is_worker:
                    if not kill_worker_of(player):
                        continue
                else:
                    player.kill()
                    psutil.wait_procs([player], timeout=10)
                test.killed(kills, task, prefix, is_worker)
        log.seek(0)
        assert run.returncode == 0, log.read()[-4000:]


def test_kills(test):
    options = test.options
    kills = Kills(options.kills, options.shards)
    started = time.monotonic()
    n_jobs = 0
    while kills.n < options.kills:
        # A job more if some of the kills did not count.
        n_jobs += 1
        kills.wanted = options.kills
        prefix = f"kills-{os.getpid()}-{n_jobs}"
        is_engine = options.engine != "plain"
        if is_engine:
            kill_engine(test, kills, prefix)
        else:
            test.submit(prefix, options.shards)
            kill_plain(test, kills, prefix)
        test.check(prefix, is_merged=is_engine)
    whole = f" and {counted(kills.workers, 'whole worker')} with a task" if kills.workers else ""
    test.say(f"kills ({options.engine}): {counted(kills.tasks, 'process')}{whole} killed during play; {kills.late} more were too late and do not "
             f"count; {counted(n_jobs, 'job')} of {options.shards} shards in {time.monotonic() - started:.1f} s: the bytes of one machine")


@contextlib.contextmanager
def faulty(test, *arguments, host="127.0.0.1"):
    """faulty_store.py before the server. Gives its URL, and a function that ends it and returns its counts."""
    command = [sys.executable, str(HERE / "faulty_store.py"), "--upstream", test.server.url, "--host", host, "--seed", str(test.options.seed)]
    with process([*command, *map(str, arguments)], stdout=subprocess.PIPE, text=True) as proxy:
        port = json.loads(proxy.stdout.readline())["port"]

        def counts():
            proxy.terminate()
            return json.loads(proxy.stdout.readline())

        yield f"http://{host}:{port}", counts


def keep_alive(test, pool, until=lambda: False):
    """Keeps workers going until the job is complete, or until a function says so."""
    deadline = time.monotonic() + DEADLINE
    while pool.restart_dead() and not until():
        assert time.monotonic() < deadline, f"the job has hung; {pool.said()}"
        time.sleep(0.1)


def ended_by(pool):
    """A worker repeats what fails, and goes on."""
    assert pool.gave_up == 0, f"{counted(pool.gave_up, 'worker')} gave up; the last said {pool.said()[:300]}"
    return "no worker gave up"


def test_faults(test):
    n = max(4, test.options.shards // 2)
    prefix = f"faults-{os.getpid()}"
    test.submit(prefix, n)
    started = time.monotonic()
    with contextlib.ExitStack() as opened:
        url, counts = opened.enter_context(faulty(test, "--slow", 0.2, "--errors", 0.1, "--lost", 0.05))
        pool = WorkerPool(opened, test, prefix, [url] * N_WORKERS)
        keep_alive(test, pool)
        there = counts()
    assert there["errors"] and there["lost"], there
    test.check(prefix)
    test.say(f"faults: of {there['requests']} requests {there['errors']} failed and {there['lost']} lost their answers; {ended_by(pool)}; "
             f"{n} shards in {time.monotonic() - started:.1f} s: the bytes of one machine")


def test_cut(test):
    n = max(4, test.options.shards // 2)
    prefix = f"cut-{os.getpid()}"
    test.submit(prefix, n)
    started = time.monotonic()
    cut = test.home / "cut"
    with contextlib.ExitStack() as opened:
        url, counts = opened.enter_context(faulty(test, "--cut", cut))
        pool = WorkerPool(opened, test, prefix, [url] * N_WORKERS)
        keep_alive(test, pool, lambda: pool.n_finished >= n // 3)
        before = pool.n_finished
        assert before < n, "the job was complete before the cut; give it more --deals"
        cut.touch()
        end = time.monotonic() + test.options.down
        keep_alive(test, pool, lambda: time.monotonic() >= end)
        cut.unlink()
        keep_alive(test, pool)
        there = counts()
    assert there["reset"], there
    test.check(prefix)
    test.say(f"cut: no connection for {test.options.down} s after {before} of {n} shards; {there['reset']} connections reset; {ended_by(pool)}; "
             f"{time.monotonic() - started:.1f} s: the bytes of one machine")


class Namespace:
    """A network namespace with a link to this one."""

    def __init__(self, opened):
        self.name = f"pg-{os.getpid()}"
        self.link, there = f"pg{os.getpid()}a", f"pg{os.getpid()}b"
        net = f"10.213.{os.getpid() % 256}"
        self.host = f"{net}.1"
        self.ip("netns", "add", self.name)
        opened.callback(lambda: self.ip("netns", "delete", self.name))
        self.ip("link", "add", self.link, "type", "veth", "peer", "name", there, "netns", self.name)
        self.ip("address", "add", f"{self.host}/30", "dev", self.link)
        self.ip("-n", self.name, "address", "add", f"{net}.2/30", "dev", there)
        for words in ([self.link], ["-n", self.name, there]):
            self.ip(*words[:-1], "link", "set", words[-1], "up")

    def ip(self, *words):
        subprocess.run(["ip", *words], check=True, capture_output=True, text=True)

    def set(self, state):
        self.ip("link", "set", self.link, state)


def test_link(test):
    n = test.options.shards
    prefix = f"link-{os.getpid()}"
    with contextlib.ExitStack() as opened:
        try:
            there = Namespace(opened)
        except (OSError, subprocess.CalledProcessError) as e:
            test.say(f"link: skipped, as there are no network namespaces here: {getattr(e, 'stderr', None) or e}".strip())
            return
        test.submit(prefix, n)
        started = time.monotonic()
        url, _ = opened.enter_context(faulty(test, host=there.host))
        # One worker here, and one behind the link.
        pool = WorkerPool(opened, test, prefix, [None, url], ["ip", "netns", "exec", there.name])
        here, behind = pool.workers
        keep_alive(test, pool, lambda: behind.n_finished >= 2 and behind.task)
        before = here.n_finished, behind.n_finished
        assert behind in pool.workers, "the job was complete before the link was down; give it more --deals"
        there.set("down")
        end = time.monotonic() + test.options.down
        keep_alive(test, pool, lambda: time.monotonic() >= end)
        during = here.n_finished - before[0], behind.n_finished - before[1]
        there.set("up")
        keep_alive(test, pool)
    test.check(prefix)
    test.say(f"link: down for {test.options.down} s; meanwhile {during[0]} shards by the worker here and {during[1]} by the one behind the link, "
             f"which had {before[1]} before and {behind.n_finished} at the end; {ended_by(pool)}; {time.monotonic() - started:.1f} s: the bytes of "
             "one machine")


PARTS = {"kills": test_kills, "faults": test_faults, "cut": test_cut, "link": test_link}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program `powergrab`, with object stores")
    parser.add_argument("--engine", choices=("plain", "hyperqueue", "dask"), default="plain", help="who plays while workers are killed")
    parser.add_argument("--kills", type=int, help="number of kills (default 500)")
    parser.add_argument("--shards", type=int, help="number of shards of the job (default 200)")
    parser.add_argument("--deals", type=int, help="deals of a shard (default: as many as the program plays in --seconds on a thread)")
    parser.add_argument("--seconds", type=float, help="time that a shard takes (default 0.5)")
    parser.add_argument("--down", type=float, help="seconds for which the network is down (default 20)")
    parser.add_argument("--quick", action="store_true", help="20 kills, 20 shards of 0.25 s, 3 s without a network; options above still count")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts of the test: {','.join(PARTS)}")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name, full, quick in (("kills", 500, 20), ("shards", 200, 20), ("seconds", 0.5, 0.25), ("down", 20, 3)):
        if getattr(options, name) is None:
            setattr(options, name, quick if options.quick else full)
    parts = options.only.split(",")
    if not set(parts) <= set(PARTS):
        parser.error(f"--only takes {','.join(PARTS)}")
    # So that nothing is left when this script is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with contextlib.ExitStack() as opened:
        test = Test(opened, options)
        for name in parts:
            PARTS[name](test)


if __name__ == "__main__":
    main()
