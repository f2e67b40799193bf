"""An object store with faults, for tests: stands in front of an S3 server and passes requests on, but late, not at all, or without the answer.

    python scripts/cluster/faulty_store.py --upstream http://127.0.0.1:9000 --port 9001 --slow 0.5 --errors 0.1 --lost 0.05 --cut FILE
    AWS_ENDPOINT_URL=http://127.0.0.1:9001 powergrab work --store s3://BUCKET/PREFIX

- Each answer comes up to --slow seconds late.
- A share of the requests is answered with 500 or 503, and not passed on.
- A share is passed on and carried out, but the connection breaks before the answer. A client that asks again finds its own work done.
- While the file --cut exists, each connection is reset: the network is cut.

Requests are passed on unchanged, as they are signed. Prints its port first, and on SIGTERM how often it did what, as lines of JSON. With one
seed, faults come in one order, but which request meets them depends on the time. Needs only Python.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import struct
import urllib.parse

ERRORS = {500: ("Internal Server Error", "InternalError"), 503: ("Service Unavailable", "SlowDown")}
LARGEST_HEAD = 1 << 16


class Broken(Exception):
    """A connection that ended in the middle, or something that is not a message."""


async def read_message(reader, is_bodiless):
    """Returns an HTTP message as it came: its lines of the head, and all its bytes. None at the end of the connection.

    `is_bodiless` tells from the lines whether there is no body, whatever the head says.
    """
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as e:
        if e.partial:
            raise Broken("head") from e
        return None
    except asyncio.LimitOverrunError as e:
        raise Broken("head") from e
    lines = head.decode("latin-1").split("\r\n")
    fields = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if colon:
            fields[name.strip().lower()] = value.strip()
    parts = [head]
    try:
        if is_bodiless(lines):
            pass
        elif "chunked" in fields.get("transfer-encoding", "").lower():
            size = None
            while size != 0:
                line = await reader.readuntil(b"\r\n")
                size = int(line.split(b";")[0], 16)
                parts += [line, await reader.readexactly(size + 2) if size else b""]
            # Fields after the last chunk, up to an empty line.
            while parts[-1] != b"\r\n":
                parts.append(await reader.readuntil(b"\r\n"))
        elif "content-length" in fields:
            parts.append(await reader.readexactly(int(fields["content-length"])))
        elif lines[0].startswith("HTTP/"):
            parts.append(await reader.read())
    except (asyncio.IncompleteReadError, ValueError) as e:
        raise Broken("body") from e
    return lines, b"".join(parts)


def code_of(lines):
    """Returns the code of an answer."""
    return int(lines[0].split()[1])


def reset(writer):
    """Breaks a connection, so that the other side sees an error and no end."""
    # The other side may have been faster.
    with contextlib.suppress(OSError):
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Proxy:
    """Passes requests on, with faults."""

    def __init__(self, options):
        self.options = options
        self.dice = random.Random(options.seed)
        upstream = urllib.parse.urlsplit(options.upstream)
        self.upstream = upstream.hostname, upstream.port or 80
        self.counts = dict.fromkeys(("requests", "passed_on", "errors", "lost", "reset"), 0)
        self.open = set()

    def is_cut(self):
        return self.options.cut is not None and os.path.exists(self.options.cut)

    def break_connection(self, writer):
        self.counts["reset"] += 1
        reset(writer)

    async def watch(self):
        """Breaks all connections as soon as the network is cut."""
        while True:
            if self.open and self.is_cut():
                for writer in self.open:
                    self.break_connection(writer)
                self.open.clear()
            await asyncio.sleep(0.02)

    async def ask(self, request, method):
        """Passes a request on, and returns the answer."""
        reader, writer = await asyncio.open_connection(*self.upstream, limit=LARGEST_HEAD)
        try:
            writer.write(request)
            await writer.drain()
            while True:
                answer = await read_message(reader, lambda lines: method == "HEAD" or code_of(lines) < 200 or code_of(lines) in (204, 304))
                if answer is None:
                    raise Broken("answer")
                if code_of(answer[0]) >= 200:
                    return answer
        finally:
            writer.close()

    async def serve(self, reader, writer):
        """Serves a connection, request by request."""
        if self.is_cut():
            return self.break_connection(writer)
        self.open.add(writer)
        try:
            while await self.serve_request(reader, writer):
                pass
            writer.close()
        except (Broken, OSError):
            reset(writer)
        finally:
            self.open.discard(writer)

    async def serve_request(self, reader, writer):
        """Serves a request, and returns whether the connection stays."""
        message = await read_message(reader, lambda lines: False)
        if message is None:
            return False
        lines, request = message
        method = lines[0].split()[0]
        self.counts["requests"] += 1
        # All at once, before anything else runs: so the order of the faults depends only on the seed.
        draw, late, code = self.dice.random(), self.dice.random() * self.options.slow, self.dice.choice(sorted(ERRORS))
        if draw < self.options.errors:
            self.counts["errors"] += 1
            await asyncio.sleep(late)
            reason, name = ERRORS[code]
            body = b"" if method == "HEAD" else f"<Error><Code>{name}</Code><Message>a fault for a test</Message></Error>".encode()
            writer.write(f"HTTP/1.1 {code} {reason}\r\nContent-Type: application/xml\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
            return True
        answer_lines, answer = await self.ask(request, method)
        self.counts["passed_on"] += 1
        await asyncio.sleep(late)
        if draw < self.options.errors + self.options.lost:
            self.counts["lost"] += 1
            reset(writer)
            return False
        writer.write(answer)
        await writer.drain()
        fields = [line.lower() for line in answer_lines[1:]]
        return not any(field.startswith("connection:") and "close" in field for field in fields) and not answer_lines[0].startswith("HTTP/1.0")


def share(text):
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text}: give a share from 0 to 1")
    return value


async def serve(options):
    proxy = Proxy(options)
    server = await asyncio.start_server(proxy.serve, options.host, options.port, limit=LARGEST_HEAD)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    watch = asyncio.create_task(proxy.watch())
    await ended.wait()
    watch.cancel()
    server.close()
    print(json.dumps(proxy.counts), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upstream", required=True, metavar="URL", help="the S3 server, http://HOST:PORT")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, help="the port to listen at (default: a free one)")
    parser.add_argument("--slow", type=float, default=0.0, metavar="SECONDS", help="answers come up to this late")
    parser.add_argument("--errors", type=share, default=0.0, metavar="SHARE", help="share of the requests that are answered with 500 or 503")
    parser.add_argument("--lost", type=share, default=0.0, metavar="SHARE", help="share of the requests whose answers are lost")
    parser.add_argument("--cut", metavar="FILE", help="while this file exists, connections are reset")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
