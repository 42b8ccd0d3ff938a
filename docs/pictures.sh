#!/usr/bin/env bash
# Makes the pictures of README.md anew, from what the program prints and draws:
#
#   docs/terminal.svg   two commands on a terminal
#   docs/report.png     the page of results/delord-2018
#
# Needs script (util-linux), chromium and pngquant (`apt-get install chromium pngquant`). Takes a minute after the
# release build.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
cargo build --example terminal-picture --quiet
target=$PWD/target
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# A command as it is typed, and what a terminal of 110 columns shows of it; at most $1 lines.
show() {
  local lines=$1
  shift
  printf '\e[1;32m$\e[0m \e[1m%s\e[0m\n' "$*"
  script -qec "stty cols 110 && $*" /dev/null </dev/null | tr -d '\r' >"$work/shown"
  head -n "$lines" "$work/shown"
  if [ "$(wc -l <"$work/shown")" -gt "$lines" ]; then echo '…'; fi
}

mkdir "$work/clone"
cp -r examples "$work/clone"
(
  cd "$work/clone"
  export PATH="$target/release:$PATH" TERM=xterm-256color
  show 14 coverlab solve --strategy bird-bits 2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....
  show 20 coverlab run examples/compare.toml --out compare
) | "$target/debug/examples/terminal-picture" >docs/terminal.svg

cp -r results/delord-2018 "$work/report"
"$target/release/coverlab" report "$work/report" --quiet >"$work/said"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1340 \
  --screenshot="$work/report.png" "file://$work/report/report/index.html" 2>"$work/said"
pngquant 64 --speed 1 --force --output docs/report.png "$work/report.png"
ls -l docs/terminal.svg docs/report.png
