#!/usr/bin/env bash
# Measures the cost of trials and extrapolates it to a billion: `docs/scale.sh COVERLAB [PUZZLES]` prints a table. Each strategy
# searches images of the built-in minimal puzzles in two shards, one after the other; then their results are merged and
# reported. COVERLAB is a release build. A million puzzles, the default, take a minute and 1 GB in $TMPDIR.
set -euo pipefail

program=$(realpath "$1")
puzzles=${2:-1000000}
strategies="lockstep bands heller"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
TIMEFORMAT="%U %S"

"$program" generate --isomorphs-of minimal-9x9 --each $((puzzles / 1000)) --verify no --quiet | grep -v '^#' | cut -c1-81 >puzzles.txt
count=$(wc -l <puzzles.txt)

# CPU seconds of a command.
seconds() { { time "$program" "$@" --quiet >/dev/null 2>&3; } 3>&2 2>&1 | awk '{ print $1 + $2 }'; }

bytes() { stat -c %s one/trials.* two/trials.* | awk '{ sum += $1 } END { print sum }'; }

per() { awk -v sum="$1" -v count="$count" -v factor="$2" -v format="$3" 'BEGIN { printf format, sum / count * factor }'; }

cat <<EOF
| of a trial | read | search and record | bytes | merge | report | a billion | |
|---|--:|--:|--:|--:|--:|--:|--:|
EOF
for strategy in $strategies; do
  cat >scale.toml <<EOF
name = "scale"
question = "What does a trial cost?"
strategies = ["$strategy"]
corpora = [{ path = "puzzles.txt" }]
task = "unique"
EOF
  rm -rf one two out
  read=$(seconds submit slurm scale.toml --dry-run)
  run=$(seconds run scale.toml --shard 1/2 --out one --no-report)
  run=$(awk -v one="$run" -v two="$(seconds run scale.toml --shard 2/2 --out two --no-report)" 'BEGIN { print one + two }')
  bytes=$(bytes)
  merge=$(seconds merge one two --out out)
  report=$(seconds report out)
  printf '| `%s` | %s µs | %s µs | %s B | %s µs | %s µs | %s h | %s GB |\n' "$strategy" "$(per "$read" 1e6 %.2f)" \
    "$(per "$run" 1e6 %.2f)" "$(per "$bytes" 1 %.0f)" "$(per "$merge" 1e6 %.2f)" "$(per "$report" 1e6 %.2f)" \
    "$(per "$run" 277777.8 %.1f)" "$(per "$bytes" 1 %.0f)"
done
echo
echo "Of $count puzzles each, by $("$program" --version), one thread, $(grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //')."
