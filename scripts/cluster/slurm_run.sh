#!/usr/bin/env bash
# Plays a tournament, a match, a sweep, a balance or a ladder of skill as a Slurm job array, one shard a task, and merges when all tasks have ended.
#
#     scripts/cluster/slurm_run.sh SHARDS DIR [SUBCOMMAND] CONFIG [OPTIONS]
#     scripts/cluster/slurm_run.sh 20 results/worths balance configs/balance.toml --scale 100
#     SBATCH_PARTITION=short scripts/cluster/slurm_run.sh 200 results/big configs/quickstart.toml --deals 1000000
#
# DIR must be on a disk that all nodes share. The same command submits only missing shards. Put times, memory and processors into
# slurm_array.sbatch, or into the variables of sbatch. See docs/cluster.md.
set -euo pipefail

if [ $# -lt 3 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
shards=$1 out=$2
if ! [[ $shards =~ ^[1-9][0-9]*$ ]]; then
    echo "$shards: SHARDS is a whole number from 1 up" >&2
    exit 2
fi
shift 2
# The default subcommand is tournament.
case $1 in
    match | tournament | sweep | balance | ladder) ;;
    *) set -- tournament "$@" ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
program=${POWERGRAB:-powergrab}
mkdir -p "$out/shards"
export POWERGRAB_OUT=$out POWERGRAB=$program

# The shards to play: all in a new directory, otherwise those that `missing` lists.
tasks=1-$shards
if compgen -G "$out/shards/*.shard" >/dev/null; then
    code=0
    listed=$("$program" missing "$out") || code=$?
    case $code in
        0) tasks= ;;
        3) ;;
        *) exit "$code" ;;
    esac
    if [ -n "$listed" ]; then
        if [ "$(printf '%s\n' "$listed" | sed -n '1s|^[0-9]*/\([0-9]*\).*|\1|p')" != "$shards" ]; then
            echo "$out: holds shards of a run that is split otherwise; give the same number of shards, or another directory" >&2
            exit 2
        fi
        tasks=$(printf '%s\n' "$listed" | cut -d/ -f1 | sort -nu | paste -sd,)
    fi
fi
if [ -z "$tasks" ]; then
    # The program only checks that it is the same run.
    "$program" "$@" --shard "1/$shards" --out "$out" --resume
    exec "$program" merge "$out"
fi

# SLURM_ARRAY_TASK_COUNT counts only the submitted tasks, so the number of shards has its own variable.
array=$(sbatch --parsable --array="$tasks" --export="ALL,POWERGRAB_SHARDS=$shards" \
    --job-name=powergrab --output="$out/shards/slurm-%A-%a.log" "$here/slurm_array.sbatch" "$@")
# afterany: also after failures, so that the merge lists missing shards.
sbatch --dependency="afterany:${array%%;*}" --export=ALL \
    --job-name=powergrab-merge --output="$out/shards/slurm-%j-merge.log" "$here/slurm_merge.sbatch"
