#!/usr/bin/env bash
# Everything from a fresh clone on: ./run.sh help tells what.
set -euo pipefail
cd "$(dirname "$0")"

replant=.build/release/replant

usage() {
  cat <<'TEXT'
usage: ./run.sh [COMMAND]

  (none)         install what is missing, build replant, and turn the sample export into documents
  test [ARG…]    run all tests (further arguments go to `swift test`: --filter Splitter)
  browser [ARG…] open reports in a browser and check them (--help tells more)
  bench [ARG…]   measure replant against other ways to do the job (--help tells more)
  lint           check the format of the sources
  help           this text
TEXT
}

say() { printf '%s\n' "$*" >&2; }
fail() { say "run.sh: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

need_swift() {
  has swift || fail "there is no swift. replant needs a Swift toolchain, 6.3 or later: https://www.swift.org/install"
}

# Whether a C++ compiler is there and finds its library. Swift brings a clang++ that may have none to use.
has_cxx() {
  local compiler
  for compiler in g++ c++ clang++; do
    if has "$compiler" && printf '#include <string>\n' | "$compiler" -x c++ -fsyntax-only - 2>/dev/null; then
      return 0
    fi
  done
  return 1
}

# The libraries that replant links. Installs on Debian and Ubuntu, elsewhere says what to install.
install_packages() {
  local package missing=()
  if has dpkg-query && has apt-get; then
    for package in libsqlite3-dev libsimdjson-dev zlib1g-dev libxxhash-dev libpcre2-dev libxml2-dev libssl-dev tzdata; do
      [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    has_cxx || missing+=(g++)
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing ${missing[*]}"
    apt_get update
    apt_get install -y --no-install-recommends "${missing[@]}"
  elif has brew; then
    for package in sqlite simdjson zlib xxhash pcre2 libxml2 openssl@3; do
      brew list --versions "$package" >/dev/null || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] || fail "some libraries are missing. Install them with: brew install ${missing[*]}"
  elif [ ! -x "$replant" ]; then
    say "replant needs SQLite, simdjson, zlib, xxHash, PCRE2, libxml2 and OpenSSL with their headers. If the build misses one, install it."
  fi
}

# Chromium and its driver, in which reports are looked at, and what judges their XML.
install_browser() {
  if has chromedriver && has chromium && has xmllint; then return 0; fi
  has apt-get || fail "looking at reports needs chromium, chromedriver and xmllint: install them"
  say "installing chromium chromium-driver libxml2-utils"
  apt_get update
  apt_get install -y --no-install-recommends chromium chromium-driver libxml2-utils
}

apt_get() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    has sudo || fail "installing needs root, and there is no sudo. As root: apt-get $*"
    as_root=(sudo)
  fi
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >&2 </dev/null
}

build() {
  mkdir -p build
  [ -x "$replant" ] || say "building (about two minutes the first time)"
  if ! swift build -c release --product replant >build/build.log 2>&1; then
    cat build/build.log >&2
    fail "the build failed (its output is in build/build.log too)"
  fi
}

# As much of the text as fits into so many columns. Bytes are counted, so that any locale will do: one that continues
# a character goes with its first; a character that is not ASCII counts two columns, as Japanese ones take.
cut_to_width() {
  local LC_ALL=C text=$1 width=$2 columns=0 at=0 byte
  while [ "$at" -lt "${#text}" ]; do
    byte=${text:at:1}
    case $byte in
      [$'\x80'-$'\xbf']) ;;
      [$'\xc0'-$'\xff']) columns=$((columns + 2)) ;;
      *) columns=$((columns + 1)) ;;
    esac
    [ "$columns" -lt "$width" ] || break
    at=$((at + 1))
  done
  [ "$at" -eq "${#text}" ] || text=${text:0:at}…
  printf '%s\n' "$text"
}

run_replant() {
  local status=0
  say "\$ replant $*"
  "$replant" "$@" || status=$?
  case $status in
    0 | 3) ;; # 3: some records were rejected, as the sample means to show
    *) exit "$status" ;;
  esac
  say ""
}

show_documents() {
  local line width query='SELECT clipSumNumber AS likes, date, titleStr FROM articleData ORDER BY likes DESC LIMIT 5'
  width=$((${COLUMNS:-$(tput cols 2>/dev/null || echo 80)} * 3)) # three lines show some of the fields
  echo "\$ head -n 2 build/news/articleData.ndjson"
  while IFS= read -r line; do
    cut_to_width "$line" "$width"
  done < <(head -n 2 build/news/articleData.ndjson)
  if has sqlite3; then
    echo
    echo "\$ sqlite3 build/news.db '$query'"
    sqlite3 -readonly build/news.db "$query"
  fi
}

show_next() {
  cat <<TEXT

What next:
  $replant run mappings/news.json YOUR-EXPORT.json --to sqlite:out.db
                    your own export; mappings/news.json shows how a mapping is written
  less build/*rejects.ndjson
                    the records that were set aside, each with its reason
  $replant --help   all commands
  ./run.sh test     the tests
  ./run.sh bench    how fast it is
TEXT
}

sample() {
  need_swift
  install_packages
  build
  run_replant run mappings/news.json exports/news.json --to sqlite:build/news.db
  run_replant run mappings/news.json exports/news.json --to ndjson:build/news
  show_documents
  show_next
}

# In release: the property tests are too slow otherwise. In a folder of their own, as they are built with other flags.
# The runner's report of every test is in build/test.log; shown are those that fail, and its summary.
run_tests() {
  need_swift
  install_packages
  build
  REPLANT_BIN=$PWD/$replant swift test -c release --scratch-path .build/tests --disable-xctest \
    -Xswiftc -enable-testing -Xswiftc -DREPLANT_MUTANTS "$@" 2>&1 | tee build/test.log |
    awk '/ Test run /  || !/^(\[[0-9]+\/[0-9]+\]|◇|✔)/ { print; fflush() }'
}

# A page is made for every kind of outcome and opened wide and narrow, light and dark, and printed.
run_browser() {
  need_swift
  has python3 || fail "looking at reports needs python3"
  install_packages
  install_browser
  build
  scripts/browser --replant "$replant" --xsd Tests/XMLCheck/junit.xsd "$@"
}

run_bench() {
  need_swift
  has python3 || fail "the benchmark needs python3"
  install_packages
  build
  exec python3 scripts/bench "$@"
}

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  '') sample ;;
  test) run_tests "$@" ;;
  browser) run_browser "$@" ;;
  bench) run_bench "$@" ;;
  lint)
    need_swift
    exec swift format lint --strict -r Sources Tests Package.swift
    ;;
  help | -h | --help) usage ;;
  *)
    usage >&2
    exit 2
    ;;
esac
