"""What the tests of this directory share: the S3 server, workers that are started again, the count of kills, results compared."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

BUCKET = "bucket"


def shard_key(task):
    number, _, part = task.rpartition(":")
    k, n = part.split("/")
    return f"round-{number or 1}/part-{k}-of-{n}.shard"


def counted(n, what):
    """Returns a number of things in words."""
    return f"{n} {what}" + ("" if n == 1 else "es" if what.endswith("s") else "s")


def results(path):
    """Returns the results in a run's directory that do not change from run to run."""
    return {file.name: file.read_bytes() for file in path.iterdir() if file.is_file() and file.name != "timing.json"}


def wait_for(what, seconds, why):
    """Calls a function until it returns something true, and returns that."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    sys.exit(f"timed out: {why}")


@contextlib.contextmanager
def process(command, **options):
    """A process that does not outlive its block."""
    started = subprocess.Popen(command, **options)
    try:
        yield started
    finally:
        if started.poll() is None:
            started.terminate()
            try:
                started.wait(timeout=10)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()


class Server:
    """moto's S3 server, with a bucket that keeps all versions."""

    def __init__(self, opened, home):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        moto = [sys.executable, "-c", "from moto.server import main; main()", "-H", "127.0.0.1", "-p", str(port)]
        log = opened.enter_context(open(home / "moto.log", "w", encoding="utf-8"))
        opened.enter_context(process(moto, stdout=log, stderr=log))
        wait_for(lambda: self.ask("GET", "") is not None, 60, "moto's server does not answer; is requirements.txt installed?")
        self.ask("PUT", BUCKET)
        self.ask("PUT", f"{BUCKET}?versioning", b"<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>")

    def ask(self, method, path, body=None):
        """Returns the body of the answer, or None without an answer or a file at that path."""
        request = urllib.request.Request(f"{self.url}/{path}", data=body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except (urllib.error.URLError, ConnectionError):
            return None

    def has(self, prefix, task):
        return self.ask("HEAD", f"{BUCKET}/{prefix}/{shard_key(task)}") is not None

    def n_shards(self, prefix):
        return len(self.keys(prefix, "list-type=2"))

    def keys(self, prefix, what, kind="shard"):
        """Returns the keys of shards or claims, or with `versions` a key for each time that one was written."""
        found, more = [], ""
        while True:
            page = self.ask("GET", f"{BUCKET}?{what}&prefix={prefix}/{more}").decode()
            found += [key for key in re.findall(r"<Key>([^<]*)</Key>", page) if f".{kind}" in key]
            marker = re.search(r"<(NextContinuationToken|NextKeyMarker)>([^<]*)</", page)
            if not marker:
                return found
            more = f"&{'continuation-token' if marker[1] == 'NextContinuationToken' else 'key-marker'}={marker[2]}"

    def env(self, url=None):
        """Returns the environment of a program that uses the server, or what stands before it at another URL."""
        own = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1", "AWS_ALLOW_HTTP": "true"}
        return {**os.environ, **own, "AWS_ENDPOINT_URL": url or self.url, "NO_PROXY": "*"}


class Worker:
    """A process of `powergrab work` that takes tasks until the job is complete."""

    def __init__(self, command, env, log):
        self.command, self.env, self.log = command, env, log
        self.n_finished = 0
        self.start()

    def start(self):
        self.task = None
        self.process = subprocess.Popen(self.command, env=self.env, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.reader = threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def read(self, lines):
        """Notes from the lines of progress what the process does."""
        for line in lines:
            # A killed process may leave half a line.
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                self.task = event["task"] if event["event"] in ("begin", "progress") else None
                self.n_finished += event["event"] == "finished"
        lines.close()

    def kill(self):
        """Kills the process, and returns the task that it was playing."""
        task = self.task
        self.process.kill()
        self.process.wait()
        self.reader.join()
        return task


class WorkerPool:
    """Workers that take tasks by themselves, and are started again when they die."""

    def __init__(self, opened, test, prefix, urls, before=()):
        """`urls` are the workers' addresses of the server; `before` are words before the command of the last one."""
        self.path = test.home / f"{prefix}.log"
        self.log = opened.enter_context(open(self.path, "w", encoding="utf-8"))
        own = ["work", "--store", test.store(prefix), "--threads", "1", "--lease", str(test.lease), "--progress", "json"]
        self.workers, self.ended, self.gave_up = [], [], 0
        opened.callback(self.stop)
        for number, url in enumerate(urls, 1):
            command = [*(before if number == len(urls) else ()), test.program, *own]
            self.workers.append(Worker(command, test.server.env(url), self.log))

    @property
    def n_finished(self):
        return sum(worker.n_finished for worker in [*self.workers, *self.ended])

    def restart_dead(self):
        """Starts dead workers again, and returns whether some have not seen the end of the job."""
        for worker in list(self.workers):
            code = worker.process.poll()
            if code == 0:
                self.workers.remove(worker)
                self.ended.append(worker)
            elif code is not None:
                self.gave_up += code != -signal.SIGKILL
                worker.start()
        return bool(self.workers)

    def said(self):
        """Returns the last thing that a worker said as it gave up."""
        lines = [line for line in self.path.read_text(errors="replace").splitlines() if line]
        return lines[-1] if lines else ""

    def stop(self):
        for worker in self.workers:
            worker.kill()


class Kills:
    """Counts kills, and spreads them over the job."""

    def __init__(self, wanted, n_shards):
        self.wanted, self.n_shards = wanted, n_shards
        self.tasks = self.workers = self.late = 0

    @property
    def n(self):
        return self.tasks + self.workers

    def are_due(self, n_finished):
        """Returns whether there may be one more after this number of shards of the job. All are done when nine tenths of a job are."""
        return self.n < min(self.wanted, (n_finished + 1) / (0.9 * self.n_shards) * self.wanted)
