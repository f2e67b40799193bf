#!/usr/bin/env bash
# Checks a run on a disk that fills up, a tmpfs of some hundred kilobytes. Needs the right to mount: root, or `unshare -rm`.
#
#     bash scripts/checks/full_disk.sh target/release/powergrab
set -euo pipefail
program=$(realpath "$1")
if [ "${2:-}" != inside ]; then
    # A private mount, which ends with the shell.
    if [ "$(id -u)" = 0 ]; then exec unshare -m bash "$0" "$program" inside; fi
    exec unshare -rm bash "$0" "$program" inside
fi
home=$(mktemp -d)
trap 'cd /; umount "$home/disk" 2>/dev/null; rm -rf "$home"' EXIT
cd "$home"
mkdir disk
mount -t tmpfs -o size=160k none disk
run="match --bots random,greedy,random --unit round --deals 60000 --seed 2 --checkpoint 0.01"
$program $run --out one >/dev/null 2>&1

fail() { echo "$1" >&2; cat says >&2; ls -laR disk >&2; exit 1; }
attempt() { # EXPECTED CODE
    local code=0
    $program $run --out disk/run --resume >/dev/null 2>says || code=$?
    [ "$code" = "$1" ] || fail "exit code $code, not $1"
}
# Another process fills the disk during the run.
(code=0; $program $run --out disk/run >/dev/null 2>says || code=$?; echo "$code" >code) &
while ! compgen -G "disk/run/shards/*.shard" >/dev/null; do sleep 0.005; done
head -c 1M /dev/zero >disk/filler 2>/dev/null || true
wait
[ "$(cat code)" = 4 ] || fail "the run should end with 4"
grep -q "No space left on device" says || fail "the message should say why"
grep -q -- "--resume" says || fail "the message should say how to resume"
kept=$(basename disk/run/shards/*.shard)
[ "$(find disk -type f | wc -l)" = 2 ] || fail "a shard and the filler should be all"
attempt 4
# While the disk is full, nothing is lost.
"$program" missing disk/run >/dev/null 2>says && fail "some deals should be missing" || [ $? = 3 ] || fail "the shard should be whole"
rm disk/filler
attempt 0
for file in one/*; do
    name=$(basename "$file")
    [ "$name" = timing.json ] || cmp "$file" "disk/run/$name" || fail "$name differs"
done
[ ! -e disk/run/shards ] || fail "the shards should be gone"
echo "a full disk: $kept was kept, and the resumed run wrote the same bytes"
