#!/usr/bin/env bash
# Regenerates the pictures of the documents from the output of the program:
#
#   docs/terminal.svg   two commands on a terminal
#   docs/page.png       two searches of one puzzle in the page
#   docs/lesson.png     a figure of the lesson five-programs
#   docs/report.png     a plot of the report of results/growth
#
# Its argument is the program to show; without one it is built. Needs script
# (util-linux), node, chromium and pngquant (`apt-get install nodejs chromium pngquant`).
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || cargo build --release --quiet
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

cp -r results/growth "$work/growth"
coverlab report "$work/growth" --quiet >"$work/said"
coverlab page --out "$work/page.html" >"$work/said"
coverlab lesson five-programs --out "$work/lesson.html" >"$work/said"
node docs/pictures.mjs "$work/page.html" "$work/lesson.html" "$work/growth/report/index.html" "$work"
for name in page lesson report; do
  pngquant 64 --speed 1 --force --output "docs/$name.png" "$work/$name.png"
done
ls -l docs/*.svg docs/*.png
