#!/usr/bin/env bash
# Makes the pictures of README.md anew, from what the program prints and draws:
#
#   docs/terminal.svg   two commands on a terminal
#   docs/report.png     the page of results/delord-2018
#
# Its argument is the program to show; without one the release build is. Needs script (util-linux), chromium and
# pngquant (`apt-get install chromium pngquant`).
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then cargo build --release --quiet; fi
cargo build --example terminal-picture --quiet
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir "$work/bin" "$work/clone"
ln -s "$(realpath "${1:-target/release/coverlab}")" "$work/bin/coverlab"
export PATH="$work/bin:$PATH" TERM=xterm-256color

# A command as it is typed, and what a terminal of 110 columns shows of it; at most $1 lines.
show() {
  local lines=$1
  shift
  printf '\e[1;32m$\e[0m \e[1m%s\e[0m\n' "$*"
  script -qec "stty cols 110 && $*" /dev/null </dev/null | tr -d '\r' >"$work/shown"
  head -n "$lines" "$work/shown"
  if [ "$(wc -l <"$work/shown")" -gt "$lines" ]; then echo '…'; fi
}

cp -r examples "$work/clone"
(
  cd "$work/clone"
  show 14 coverlab solve --strategy bird-bits 2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....
  show 20 coverlab run examples/compare.toml --out compare
) >"$work/text"
target/debug/examples/terminal-picture <"$work/text" >docs/terminal.svg

cp -r results/delord-2018 "$work/report"
coverlab report "$work/report" --quiet >"$work/said"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1205 \
  --screenshot="$work/report.png" "file://$work/report/report/index.html" 2>"$work/said"
pngquant 64 --speed 1 --force --output docs/report.png "$work/report.png"
ls -l docs/terminal.svg docs/report.png
