# Every command anyone runs. What is more than a line or two is a script.

set dotenv-load
set shell := ["bash", "-euo", "pipefail", "-c"]

cache := env("XDG_CACHE_HOME", home_directory() / ".cache") / "touchstone"
export CARGO_TARGET_DIR := env("CARGO_TARGET_DIR", cache / "target")
export PATH := cache / "node/bin:" + cache / "cargo-tools/bin:/usr/lib/postgresql/15/bin:" + env("PATH")

# Show what there is to run.
default:
    @just --list --unsorted

# Once after cloning, and whenever something is missing: installs what the machine lacks.
setup:
    scripts/setup

# Start our own PostgreSQL and Redis.
up:
    scripts/services up

# Stop them.
down:
    scripts/services down

# The server and the app for development, at one address; `--demo` with a programme to look at, `--api` without the app.
dev *args: up
    scripts/dev {{ args }}

# Open psql on our database.
psql *args:
    scripts/services psql {{ args }}

# Format everything.
fmt:
    cargo fmt --all

# What the pre-commit hook runs: formatting and project rules.
tidy:
    cargo fmt --all -- --check
    cargo test -p testkit --test tidy --quiet

# Does it read well? Shape, lints, licences.
check: shape
    cargo clippy --workspace --all-targets --locked -- -D warnings

# The part of `check` that compiles nothing. The gate lints while it builds.
shape:
    scripts/setup lint
    cargo fmt --all -- --check
    cargo deny --locked check --hide-inclusion-graph bans licenses sources
    shellcheck -x -P SCRIPTDIR scripts/* .ci/run .githooks/* conformance/run bench/run fuzz/run

# Is anything known against what is shipped? Asks the databases of RustSec and npm, so it needs a network.
advisories:
    scripts/setup lint
    cargo deny --locked check --hide-inclusion-graph advisories
    cd web && npm audit --omit=dev --audit-level=high

# Format, lints and tests of what differs from main, in a minute or two: the loop while writing.
quick *args:
    scripts/quick {{ args }}

# Everything that is compiled for development: the binary with the app in it, the tests, the examples.
build: web-build
    cargo build --workspace --all-targets --locked --features touchstone/app

# Every Rust test.
test: up web-build
    scripts/setup bucket
    cargo test --workspace --locked --no-fail-fast --features touchstone/app

# The Rust tests whose names contain a word: `just t acl`.
t name: up
    cargo test --workspace -- {{ name }}

# Accept new inline expectations, then read the diff.
bless: up
    UPDATE_EXPECT=1 cargo test --workspace

# Fuzz what reads from strangers, guided by coverage, so many seconds for each target.
fuzz seconds="60" *targets:
    scripts/setup fuzz
    fuzz/run {{ seconds }} {{ targets }}

# Random wheres over random objects: PostgreSQL and the in-memory matcher give the same rows.
properties: up
    TOUCHSTONE_TEST_CHECKS=20000 cargo test --workspace --test store --locked -- properties

# Does the web app read well, and do its parts work? Lint, types, words, unit tests.
web-check:
    scripts/setup run
    cd web && npm run --silent check
    cd web && npm run --silent test -- --reporter=default --reporter=./build/closing-line.ts

# The packages for dapps: format, types, tests, sizes, and each as it is packed and installed.
packages:
    scripts/setup run packages browser
    cd packages && ../web/node_modules/.bin/biome check . && npm run --silent build --workspace recorder && npm run --silent types
    cd packages && npm run --silent test -- --reporter=default --reporter=../web/build/closing-line.ts

# Build the web app, compressed and within its budgets.
web-build:
    scripts/setup run
    cd web && npm run --silent build

# What CI runs of the web app without a server; the tests come last, because the last line sums them. A file that is
# named is touched as soon as the app is built.
web built="": web-build (_touch built) web-check

_touch file:
    {{ if file == "" { "true" } else { "touch " + quote(file) } }}

# Build the binary with the app in it, and the one with the test cloud code, for the suites. Of the whole workspace,
# because what is asked for together decides which features dependencies get: `build` has made these two already.
binaries: web-build
    cargo build --workspace --locked --features touchstone/app --bin touchstone --example cloud

# The same two as they are shipped and measured, which takes minutes.
release: web-build
    BUILD_COMMIT="$(git rev-parse --short=12 HEAD 2>/dev/null || true)" cargo build --release --locked -p touchstone --features app --bin touchstone --example cloud

# The package for Debian, tried in a clean Debian that is booted for it: installed, killed, upgraded, removed, purged.
package:
    scripts/package-trial

# The image for containers, built and run, also with a root that cannot be written.
image:
    scripts/image

# Packages and tarballs for x86-64 and arm64, SBOMs, notes and checksums, as the release workflow builds them of a tag.
release-artifacts *args:
    scripts/setup run package release
    scripts/release-artifacts {{ args }}

# The files for containers, Kubernetes and Debian, against their schemas and the settings there are; in seconds.
deploy-check:
    scripts/deploy-check

# Times the README on a clean Debian, from the package to an administrator who looks at a demo; `--source` from a clone.
quickstart *args:
    scripts/quickstart {{ args }}

# The app in a browser, against the binary and a database of its own.
e2e *args: up binaries
    scripts/setup browser
    cd web && npm run --silent e2e -- {{ args }}

# Marks of the sign-in page and the dashboard, as a phone and a desktop see them; fails below 95 and 100.
lighthouse: up release
    scripts/setup browser
    cd web && TOUCHSTONE_BIN="$CARGO_TARGET_DIR/release/touchstone" npm run --silent lighthouse

# The pictures in README.md and docs, taken of a demo: writes docs/pictures, all but watch.png.
pictures *args: up binaries
    scripts/setup browser
    cd web && npm run --silent pictures -- {{ args }}

# Every page in both themes and three widths, and every mail, as pictures in web/shots.
screenshots *args: up binaries
    scripts/setup browser
    cargo run --locked --quiet -p letters --example letters -- web/shots/mail
    cd web && npm run --silent letters
    cd web && npm run --silent screenshots -- {{ args }}

# The unmodified `parse` SDK drives the server.
conformance *args: up binaries
    conformance/run sdk {{ args }}

# The same requests to Parse Server and to us.
differential *args: up binaries
    conformance/run differential {{ args }}

# A database of Parse Server's, taken over and given back.
adoption *args: up binaries
    conformance/run adoption {{ args }}

# The catalogue of attacks, row by row, against running servers.
attack *args: up binaries
    conformance/run attack {{ args }}

# The server is killed in the middle of many commands, again and again: `just crash 20`.
crash *args: up binaries
    conformance/run crash {{ args }}

# A programme under load is backed up, restored elsewhere and compared: `just backup-check --long` with 50,000 testers,
# `just backup-check --pitr` to a moment in time by pgBackRest, `just backup-check --versions` on PostgreSQL 15 to 18.
backup-check *args: up binaries
    conformance/run backup {{ args }}

# The product's suites and the SDK's on PostgreSQL 18, on services of their own; `--sdk` the SDK's alone.
versions *args: binaries
    scripts/versions {{ args }}

# Nodes, databases, Redis, disks and clocks break under work: `just faults R22`, `just faults --long`, or `just faults --cluster` for three PostgreSQL under Patroni.
faults *args: up binaries
    conformance/run faults {{ args }}

# A real Prometheus scrapes a server under load: every metric of the dashboard and the rules is there, and an alert fires
# and is resolved. `just watch-check --picture` draws the dashboard into docs/pictures/watch.png.
watch-check *args: up binaries
    conformance/run watch {{ args }}

# Every row of the table of notifications, by its command, and what arrives where: `just notify mention`, `just notify --long`.
notify *args: up binaries
    conformance/run notify {{ args }}

# The unmodified parse-dashboard in a real browser; `just dashboard --stay` leaves it open for you.
dashboard *args: up binaries
    conformance/run dashboard {{ args }}

# The unmodified moralis-v1 and react-moralis, with wallets that sign, contracts on a chain, and a page in a browser.
moralis *args: up binaries
    conformance/run moralis {{ args }}

# Swaps on a chain of our own, in every way they end, each explained by a running server: `just evidence --check`.
evidence *args: up binaries
    conformance/run evidence {{ args }}

# What would have worked, against the same swaps really sent, also by nodes that lie: `just simulate --short`.
simulate *args: up binaries
    conformance/run evidence --simulate {{ args }}

# Counts the calls to contracts on a chain of our own, exactly; `--pace=120` follows a fast chain by a distant node.
watch-chain *args: up binaries
    conformance/run watch-chain {{ args }}

# Contracts and tokens from files: a folder that Foundry deployed, chosen in a browser: `just registry --short`.
registry *args: up binaries
    conformance/run registry {{ args }}

# The sample dapp with the widget, in a browser on a local chain: each failure is reported: `just widget --short`.
widget *args: up binaries
    conformance/run widget {{ args }}

# A mission that checks itself on a chain of our own: a tester starts, swaps, and the step ticks.
evidence-missions: up binaries
    scripts/setup evidence
    node conformance/evidence/missions.mjs

# Who paid the first gas of testers' wallets, asked of a chain of our own: directly, by somebody in between, never.
evidence-funders: up binaries
    scripts/setup evidence
    node conformance/evidence/funders.mjs

# How well the risk score tells farms from crowds, both made from a seed: precision, recall, and the worst honest pair.
farms seed="20":
    cargo run --locked -p feedback-demo --example farms -- {{ seed }}

# Persons of a demo programme linked and parted at random, and whether all is as before: `just persons 50000 400`.
persons testers="50000" decisions="400": up web-build
    PERSONS={{ testers }},{{ decisions }} cargo test --workspace --locked --features touchstone/app --test demo -- persons --nocapture

# A season paid on a chain of our own: everybody claims with our proofs, and nothing is left: `just payout --short`.
payout *args: up binaries
    cargo build --locked --workspace --features touchstone/app --example roots
    conformance/run payout {{ args }}

# The decoders of what chains say, fed with mutations for so many seconds.
fuzz-evidence seconds="600":
    cargo run -p chain --example fuzz --locked -- {{ seconds }}

# Every example of the repository, each against a server of its own: `just examples hooks`.
examples *args: up binaries
    scripts/setup moralis packages
    cargo build --workspace --locked --features touchstone/app --example embed
    node examples/main.mjs {{ args }}

# The documentation as a book, with every link checked; `--check` only checks.
book *args:
    {{ if args =~ "--check" { "scripts/setup run" } else { "scripts/setup run book" } }}
    node docs/book/main.mjs {{ args }}

# What is shipped, as two CycloneDX files in target/sbom.
sbom:
    scripts/setup run
    node release/sbom.mjs

# Requests per second against Parse Server, PocketBase and the bare database.
bench *args: up release
    scripts/setup load
    bench/run {{ args }}

# One large file up and down and 200 uploads cut in the middle, on disk and in a bucket: `just files-load 64`.
files-load megabytes="1024": up binaries
    scripts/setup peer bucket
    node bench/files/main.mjs {{ megabytes }}

# The feedback product under load, on a demo of 50,000 testers: `just feedback-load --testers 1000000`.
feedback-load *args: up release
    scripts/setup load
    node bench/feedback/main.mjs {{ args }}

# What ten thousand different wheres and writes leave in memory, here and in PostgreSQL: `just shapes-load --shapes 2000`.
shapes-load *args: up release
    scripts/setup peer
    node bench/shapes/main.mjs {{ args }}

# Sign-ins with wallets, 500 a second for a minute: `just wallet-load --rate 200`.
wallet-load *args: up release
    scripts/setup moralis
    node bench/wallet/main.mjs {{ args }}

# Failed transactions pasted while a node is far away and another one dead: `just evidence-load --rate 5`.
evidence-load *args: up release
    scripts/setup moralis
    node bench/evidence/main.mjs {{ args }}

# A release that concerns 300,000 people, beside normal traffic: `just notify-load --people 5000`.
notify-load *args: up release
    scripts/setup load
    node bench/notify/main.mjs {{ args }}

# Ten thousand subscribers of live queries, and the same on Parse Server: `just live-load --quick`.
live-load *args: up release
    scripts/setup load
    cargo build --release --locked -p live-load
    ulimit -n "$(ulimit -Hn)"; node bench/live/main.mjs {{ args }}

# Where compile time goes.
timings:
    cargo build --workspace --timings

# Let git run `just tidy` before every commit.
hooks:
    git config core.hooksPath .githooks

# What CI runs, in the same words.
ci:
    .ci/run
