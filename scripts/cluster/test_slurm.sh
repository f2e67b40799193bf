#!/usr/bin/env bash
# Tests the Slurm scripts with a stub for sbatch that runs tasks at once. Checks the submitted tasks, that the merge reports a failed task,
# that the same command plays missing shards, and that the merged bytes are those of a single run.
#
#     bash scripts/cluster/test_slurm.sh target/release/powergrab
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
mkdir bin
export PATH=$home/bin:$PATH
export POWERGRAB=$program
unset "${!SLURM_@}"

# Like sbatch, reads options before the script, and runs the script for each task of an array.
cat >bin/sbatch <<'STUB'
#!/usr/bin/env bash
set -euo pipefail
echo "sbatch $*" >>"$STUB_LOG"
tasks= exports=
while [[ ${1:-} == --* ]]; do
    case $1 in
        --array=*) tasks=${1#*=} ;;
        --export=ALL,*) exports=${1#--export=ALL,} ;;
        --dependency=afterany:42) ;;
        --dependency=*) echo "afterany of another job: $1" >&2; exit 1 ;;
        --output=*) [ -d "$(dirname "${1#*=}")" ] || { echo "no directory for $1" >&2; exit 1; } ;;
    esac
    shift
done
script=$1
shift
if [ -z "$tasks" ]; then
    code=0
    bash "$script" "$@" >>merge.log 2>&1 || code=$?
    echo "$code" >merge.code
    echo "Submitted batch job 43"
    exit
fi
if [[ $tasks == *-* ]]; then
    list=$(seq "${tasks%-*}" "${tasks#*-}")
else
    list=${tasks//,/ }
fi
for task in $list; do
    if [ "$task" = "${STUB_FAILS:-none}" ]; then continue; fi
    env "$exports" SLURM_ARRAY_TASK_ID="$task" SLURM_CPUS_PER_TASK=1 bash "$script" "$@" >>tasks.log 2>&1
done
echo "42;cluster"
STUB
chmod +x bin/sbatch
export STUB_LOG=$home/sbatch.log

fail() { echo "$1" >&2; cat "$STUB_LOG" ./*.log >&2; exit 1; }
printf 'name = "small"\nformat = "round-robin"\npool = ["random", "greedy"]\nplayers = 2\ndeals = 50\n' >small.toml
"$program" tournament small.toml --seed 4 --out one >/dev/null 2>&1

# An impossible number of shards is refused, and leaves no directory.
for shards in 0 -1 03 x; do
    code=0
    "$here/slurm_run.sh" "$shards" none small.toml 2>refused || code=$?
    [ "$code" = 2 ] && grep -q 'whole number from 1 up' refused || fail "$shards shards should be refused"
    [ ! -e none ] || fail "$shards shards left a directory"
done

# A task fails. The merge still runs, and lists the missing shard.
STUB_FAILS=3 "$here/slurm_run.sh" 4 parts small.toml --seed 4 >/dev/null
[ "$(cat merge.code)" = 3 ] || fail "the merge of an incomplete run should end with 3"
grep -q $'^3/4\t25\.\.37' merge.log || fail "the merge should list the missing shard"
grep -q -- '--array=1-4 ' "$STUB_LOG" || fail "four tasks should be submitted"

# Another number of shards is refused. The same command plays the missing shard and merges.
if "$here/slurm_run.sh" 5 parts small.toml --seed 4 >/dev/null 2>refused; then fail "5 shards after 4"; fi
grep -q 'split otherwise' refused || fail "the refusal should say why"
"$here/slurm_run.sh" 4 parts small.toml --seed 4 >/dev/null
[ "$(cat merge.code)" = 0 ] || fail "the merge should succeed"
grep -q -- '--array=3 ' "$STUB_LOG" || fail "only the third task should be submitted again"
for file in one/*; do
    name=$(basename "$file")
    [ "$name" = timing.json ] || cmp "$file" "parts/$name" || fail "$name differs"
done

# The same command again submits nothing.
n=$(wc -l <"$STUB_LOG")
"$here/slurm_run.sh" 4 parts small.toml --seed 4 >/dev/null 2>&1
[ "$(wc -l <"$STUB_LOG")" = "$n" ] || fail "nothing should be submitted when all shards exist"
if "$here/slurm_run.sh" 4 parts small.toml --seed 5 >/dev/null 2>refused; then fail "shards of another seed"; fi
grep -q 'differs in `seed`' refused || fail "the refusal should say what differs"
# The same with sweeps and balances.
printf 'name = "swept"\nline_up = ["mine", "greedy"]\nbots.mine = "balanced"\ndeals = 20\n[factors]\nmine.uno_call = [0.2, 0.6, 1.0]\n' >swept.toml
printf 'name = "worths"\nline_ups = [["random", "greedy"]]\n[towers]\ndeals = 400\n[rulings]\ndeals = 9\n' >worths.toml
for what in sweep:swept balance:worths; do
    subcommand=${what%:*} name=${what#*:}
    "$program" "$subcommand" "$name.toml" --out "one-$name" >/dev/null 2>&1
    "$here/slurm_run.sh" 3 "parts-$name" "$subcommand" "$name.toml" >/dev/null
    [ "$(cat merge.code)" = 0 ] || fail "the merge of a $subcommand should succeed"
    for file in "one-$name"/*; do
        file=$(basename "$file")
        [ "$file" = timing.json ] || [ "$file" = shards ] || cmp "one-$name/$file" "parts-$name/$file" || fail "$file differs"
    done
done
echo "the Slurm scripts: a failed task is reported and played again, and the merged bytes are those of a single run"
