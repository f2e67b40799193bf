"""Plans a large run on machines that may die: tasks, processor time, money, failures, requests to the store.

    python scripts/cluster/plan.py --games 1e10 --speed 20000 2000
    python scripts/cluster/plan.py --check docs/cluster.md

`--speed` is the number of games a second on one thread, which `powergrab merge` prints for a run of the same bots; with several, the table has a
column for each. Deaths are a Poisson process, and a task that loses its machine starts again. So a task of `t` hours at a rate of `r` deaths an
hour takes `(exp(r t) - 1) / r` hours on average, and is started `exp(r t)` times. Prices are examples: give your own.
`--check` compares the table in a document with the one of the defaults.
"""

import argparse
import math
import pathlib
import sys

SECONDS = 3600


def rows(options, speed):
    """Returns the rows of the plan for bots of this speed: names and texts."""
    thread_hours = options.games / speed / SECONDS
    tasks = math.ceil(thread_hours / (options.threads * options.minutes / 60))
    hours = thread_hours / options.threads / tasks
    rate = -math.log(1 - options.deaths)
    starts = math.exp(rate * hours)
    spent = thread_hours * (starts - 1) / (rate * hours)
    workers = min(options.workers, tasks)
    # Tasks run in waves. A task that dies in the last wave waits for its lease, and is played again.
    waves = math.ceil(tasks / workers)
    wall = waves * hours * starts + options.lease / 60 + hours
    # Each start claims the task, and each task stores a shard. A worker reads the job and lists the store when it starts, when another was
    # faster, and at the end. The merge lists and reads all shards.
    pages = math.ceil(2 * tasks / 1000)
    puts = tasks * (starts + 1)
    lists = workers * 4 * pages
    gets = workers + tasks * 2
    requests = puts + lists + gets
    money = (puts + lists) / 1000 * options.put_price + gets / 1000 * options.get_price
    return [
        ("games a second on a thread", f"{speed:,}"),
        ("thread-hours of play", f"{thread_hours:,.0f}"),
        (f"tasks of {options.threads} threads", f"{tasks:,}"),
        ("minutes per task", f"{60 * hours:.1f}"),
        ("tasks started again", f"{tasks * (starts - 1):,.0f}"),
        ("thread-hours, including lost work", f"{spent:,.0f}"),
        (f"hours on {options.workers:,} workers", f"{wall:.1f}"),
        (f"machines at ${options.core_price} per thread-hour", f"${spent * options.core_price:,.0f}"),
        ("requests to the store", f"{requests:,.0f}"),
        ("price of the requests", f"${money:,.2f}"),
        ("shards of 8 kB together", f"{tasks * 8e3 / 1e6:,.0f} MB"),
    ]


def table(options):
    """Returns the plan as a table of Markdown."""
    columns = [rows(options, speed) for speed in options.speed]
    lines = ["| |" + " |" * len(columns), "|---|" + "---|" * len(columns)]
    for at, (name, _) in enumerate(columns[0]):
        lines.append(f"| {name} | " + " | ".join(column[at][1] for column in columns) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=float, default=1e10, help="number of games (default 10^10)")
    parser.add_argument("--speed", type=int, nargs="+", default=[20_000, 2_000], help="games a second on one thread (default 20000 2000)")
    parser.add_argument("--threads", type=int, default=4, help="threads of a worker (default 4)")
    parser.add_argument("--minutes", type=float, default=10, help="longest time for a task (default 10)")
    parser.add_argument("--workers", type=int, default=1_000, help="number of workers (default 1000)")
    parser.add_argument("--deaths", type=float, default=0.05, help="probability that a machine dies within an hour (default 0.05)")
    parser.add_argument("--lease", type=float, default=15, help="lease in minutes (default 15)")
    parser.add_argument("--core-price", type=float, default=0.01, help="dollars for an hour of a thread on a spot machine (default 0.01)")
    parser.add_argument("--put-price", type=float, default=0.005, help="dollars for 1,000 requests that write or list (default 0.005)")
    parser.add_argument("--get-price", type=float, default=0.0004, help="dollars for 1,000 requests that read (default 0.0004)")
    parser.add_argument("--check", type=pathlib.Path, metavar="DOCUMENT", help="check the table in this document")
    options = parser.parse_args()
    text = table(options)
    if options.check is None:
        print(text, end="")
    elif text not in options.check.read_text(encoding="utf-8"):
        sys.exit(f"{options.check}: the plan is not the one that this script prints:\n{text}")


if __name__ == "__main__":
    main()
