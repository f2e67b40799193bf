#!/usr/bin/env bash
# Tests run.py and slurm_array.sbatch with a stand-in for sbatch that runs the elements of an array at once. Checks the submitted tasks, that
# a task that failed is submitted again, that a task that fails each time ends the run, and that the merged bytes are those of a single run.
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
unset "${!SLURM_@}"

# Like sbatch --wait, prints the job, runs the script for each element, and fails if one fails. An element of STUB_FAILS, or all of them if it
# is `all`, is killed before it has played.
cat >bin/sbatch <<'STUB'
#!/usr/bin/env bash
set -euo pipefail
echo "sbatch $*" >>"$STUB_LOG"
first= last= waits=
while [[ ${1:-} == --* ]]; do
    case $1 in
        --array=*) first=${1#*=} last=${first#*-} first=${first%-*} ;;
        --wait) waits=yes ;;
        --output=*) [ -d "$(dirname "${1#*=}")" ] || { echo "no directory for $1" >&2; exit 1; } ;;
        --parsable | --export=ALL | --job-name=powergrab | --cpus-per-task=2) ;;
        *) echo "another option: $1" >&2; exit 1 ;;
    esac
    shift
done
[ "$waits" = yes ] || { echo "does not wait" >&2; exit 1; }
echo "42;cluster"
code=0
for ((element = first; element <= last; element++)); do
    echo "$element $(sed -n "${element}p" "$POWERGRAB_TASKS")" >>elements
    case ${STUB_FAILS:-none} in all | "$element") code=1; continue ;; esac
    SLURM_ARRAY_TASK_ID=$element SLURM_CPUS_PER_TASK=1 bash "$1" >>tasks.log 2>&1 || code=1
done
exit "$code"
STUB
chmod +x bin/sbatch
export STUB_LOG=$home/sbatch.log

fail() { echo "$1" >&2; cat "$STUB_LOG" ./*.log said >&2; exit 1; }
# play CODE OUT ARGUMENTS...: runs the script, which has to end with this code.
play() {
    local code=0
    python3 "$here/run.py" --engine slurm --powergrab "$program" --store "store-$2" --out "$2" "${@:3}" >printed 2>said || code=$?
    [ "$code" = "$1" ] || fail "exit code $code instead of $1: $2 ${*:3}"
}
same() {
    local file
    for file in "$1"/*; do
        file=$(basename "$file")
        [ "$file" = timing.json ] || cmp "$1/$file" "$2/$file" || fail "$file differs"
    done
}
printf 'name = "small"\nformat = "round-robin"\npool = ["random", "greedy"]\nplayers = 2\ndeals = 50\n' >small.toml
"$program" tournament small.toml --seed 4 --out one >/dev/null 2>&1

# An impossible number of parts is refused, and leaves no directory.
for parts in 0 -1 x; do
    play 2 none small.toml --n "$parts"
    [ ! -e none ] && [ ! -e store-none ] || fail "$parts parts left a directory"
done
# Without sbatch, the run ends.
PATH=/usr/bin:/bin play 2 parts small.toml --n 4 -- --seed 4
grep -q 'sbatch: no such program' said || fail "a missing sbatch should be named"

# A task that fails each time is submitted three times, and ends the run.
STUB_FAILS=1 play 3 parts small.toml --n 4 -- --seed 4
[ "$(cut -d' ' -f2 elements | sort | uniq -c | xargs)" = "3 1/4 1 2/4 1 3/4 1 4/4" ] || fail "only a failed task should be submitted again"
grep -q 'still open after 3 passes: 1/4' said || fail "the open task should be named"
[ ! -e parts/manifest.json ] || fail "there should be no results"

# The same command plays the open task, and merges.
: >elements
play 0 parts small.toml --n 4 --threads 2 -- --seed 4
[ "$(cat elements)" = "1 1/4" ] || fail "only the open task should be submitted"
grep -q -- '--array=1-1 .*--cpus-per-task=2' "$STUB_LOG" || fail "the threads should be those asked for"
same one parts
[ -z "$(ls store-parts/slurm)" ] || fail "files of tasks are left"

# The same command again submits nothing. Another number of parts is refused, and so is another seed.
n=$(wc -l <"$STUB_LOG")
play 0 parts small.toml --n 4 -- --seed 4
play 2 parts small.toml --n 5 -- --seed 4
grep -q 'number of parts' said || fail "the refusal should say why"
play 2 parts small.toml --n 4 -- --seed 5
grep -q 'differs in `seed`' said || fail "the refusal should say what differs"
[ "$(wc -l <"$STUB_LOG")" = "$n" ] || fail "nothing should be submitted"

# The same with a sweep, a balance, and a tuning, whose rounds follow each other.
printf 'name = "swept"\nline_up = ["mine", "greedy"]\nbots.mine = "balanced"\ndeals = 20\n[factors]\nmine.uno_call = [0.2, 0.6, 1.0]\n' >swept.toml
printf 'name = "worths"\nline_ups = [["random", "greedy"]]\n[towers]\ndeals = 400\n[rulings]\ndeals = 9\n' >worths.toml
printf 'name = "tuned"\nplayers = 2\nstart = "balanced"\nfield = ["greedy"]\ngenerations = 2\ndeals = 20\nvalidate = 40\none_step = 20\n' >tuned.toml
for what in sweep:swept balance:worths tune:tuned; do
    study=${what%:*} name=${what#*:}
    "$program" "$study" "$name.toml" --out "one-$name" >/dev/null 2>&1
    play 0 "parts-$name" "$study" "$name.toml" --n 3
    same "one-$name" "parts-$name"
done
grep -q '^3 tasks to play in round 2$' said || fail "a tuning should have several rounds"
echo "run.py with Slurm: a failed task is submitted again, and the merged bytes are those of a single run"
