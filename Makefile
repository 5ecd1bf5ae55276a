# What the project is made with; `make bench` and `make test` need nothing but
# a Swift toolchain, and install the libraries that are missing where they can.

# SwiftPM compiles the manifests of all packages anew when a variable of the
# environment differs, and these differ from call to call.
SWIFT ?= env -u _ -u OLDPWD -u SHLVL -u MAKEFLAGS -u MAKELEVEL -u MFLAGS swift
# Which programs `make board-run` and `make interop-run` use.
CONFIGURATION ?= release
# Of the tests' build and those that share its folder, as other options compile
# everything anew.
BUILD_OPTIONS ?=
BENCH = .build/release/bench
# That of the Swift toolchain.
CLANG ?= clang
PACKAGES = libjemalloc-dev libsqlite3-dev libssl-dev zlib1g-dev pkg-config
ARM_PACKAGES = libc6-dev-arm64-cross libgcc-12-dev-arm64-cross qemu-user
BROWSER_PACKAGES = chromium node-chart.js
GAME_PACKAGES = chromium chromium-driver
# Only the programs of the fleet need these, and the tests, which build all.
FLEET_PACKAGES = libnats-dev nats-server iproute2
# Fewer random captures and reconnects than usual, as sanitized code is many
# times slower.
SANITIZE = BENCH_NO_JEMALLOC=1 ODDSBENCH_DIFFERENTIAL_CAPTURES=10 ODDSBENCH_SOCKET_CAPTURES=3 \
	ODDSBENCH_RECONNECTS=10 $(SWIFT) test --disable-xctest $(BUILD_OPTIONS)

FUZZ_TARGETS ?= parser channels socket wamp websocket fleet
# libFuzzer's: seconds for each target, and what is watched beside coverage.
# Without the address sanitizer (FUZZ_SANITIZERS=fuzzer) it is some times as
# fast.
FUZZ_SECONDS ?= 600
FUZZ_SANITIZERS ?= fuzzer,address
# The usual linker of Swift on Linux cannot link these sanitizers.
FUZZ_BUILD = BENCH_FUZZ=1 $(SWIFT) build -c release --scratch-path .build-fuzz \
	-Xswiftc -sanitize=$(FUZZ_SANITIZERS) -Xswiftc -use-ld=lld \
	-Xcc -fsanitize=$(subst fuzzer,fuzzer-no-link,$(FUZZ_SANITIZERS)) \
	-Xswiftc -assert-config -Xswiftc Debug -Xswiftc -DODDS_INVARIANTS
# The limit of time is far above what an input takes, for machines that stall.
FUZZ_OPTIONS = -dict=Tests/Fuzz/em.dict -max_len=8192 -timeout=120 -print_final_stats=1

.PHONY: bench plots test sanitize fuzz fuzz-build fuzz-corpus mutants captures formula formula-run requirements outdated versions-test example example-package \
	board board-run chaos content-chaos route-fuzz crash-test history-test interop interop-run autobahn autobahn-run load storm \
	compression browser game game-run game-screenshots outputs \
	screenshots gate-proof game-bench peers peers-test \
	external external-run instructions kernels-test kernels-test-arm arm-packages peers-packages docs man map starter packages release \
	bench-core test-build help fleet fleet-direct fleet-programs fleet-packages fleet-test fleet-test-run

## Everything measured: all strategies, three times each.
bench: release plots
	$(BENCH) run --strategy all --repeat 3

## What is of use by itself.
help:
	@awk '/^## / { text = text "  " substr($$0, 4) "\n"; next } \
		/^$$/ { text = "" } \
		/^[a-z][a-z-]*:/ && text { sub(/:.*/, ""); printf "make %s\n%s", $$0, text; text = "" }' \
		$(firstword $(MAKEFILE_LIST))

## What gives reports their plots; without it there are tables.
plots:
	-@.ci/packages node-chart.js

## All tests, a few at a time: those that follow real time would wait behind all others.
TESTS_AT_A_TIME ?= 8
test: packages fleet-packages
	$(SWIFT) test --disable-xctest $(BUILD_OPTIONS) \
		--experimental-maximum-parallelization-width $(TESTS_AT_A_TIME)

test-build: packages fleet-packages
	$(SWIFT) build --build-tests $(BUILD_OPTIONS)

## The tests under the address and the thread sanitizer, which need a build
## without jemalloc. Under the latter one at a time, as sockets that share cores
## run into their limits of time.
sanitize: packages fleet-packages
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/known-leaks \
		$(SANITIZE) --sanitize=address --scratch-path .build-asan
	TSAN_OPTIONS=suppressions=$(CURDIR)/.ci/known-races \
		$(SANITIZE) --sanitize=thread --scratch-path .build-tsan \
		--experimental-maximum-parallelization-width 1

## Looks for inputs on which prediction changes what a frame means, the
## strategies disagree, or WAMP, WebSocket and fleet break their rules; goes on from
## where the last run ended. What it finds is left in .build-fuzz/found.
fuzz: fuzz-build
	.build-fuzz/release/fuzz-seeds .build-fuzz/seeds
	mkdir -p .build-fuzz/found $(addprefix .build-fuzz/corpus/,$(FUZZ_TARGETS))
	for target in $(FUZZ_TARGETS); do \
		SWIFT_BACKTRACE=enable=no .build-fuzz/release/fuzz-$$target $(FUZZ_OPTIONS) \
			-max_total_time=$(FUZZ_SECONDS) -artifact_prefix=.build-fuzz/found/$$target- \
			.build-fuzz/corpus/$$target .build-fuzz/seeds/$$target \
			$$(ls -d Tests/Fuzz/Corpus/$$target 2>/dev/null) \
			|| exit 1; \
	done

## Holds all ways to parse against the general parser on random mutants of frames:
## some ten million in ten minutes, without a sanitizer.
MUTANTS ?= 10000000
MUTANTS_SEED ?= 1
mutants: packages
	BENCH_FUZZ=compile $(SWIFT) build -c release --product fuzz-mutants
	.build/release/fuzz-mutants --mutants $(MUTANTS) --seed $(MUTANTS_SEED)

## All strategies against the references of both providers on random hostile captures,
## optimized: ten thousand of each kind in less than an hour.
CAPTURES ?= 10000
captures: packages
	ODDSBENCH_DIFFERENTIAL_CAPTURES=$(CAPTURES) ODDSBENCH_SOCKET_CAPTURES=$(CAPTURES) \
		$(SWIFT) test --disable-xctest -c release -Xswiftc -enable-testing \
		--scratch-path .build-captures --filter DifferentialTests

## The return of random tickets, of up to 8 selections and of up to 20, against the sum over all of
## their lines in exact arithmetic, in Swift and by a script in Python: a minute and a half.
FORMULA_TICKETS ?= 1000000
FORMULA_LARGE_TICKETS ?= 100
FORMULA = .build/$(CONFIGURATION)/bet-formula \
	--tickets $(FORMULA_TICKETS) --large-tickets $(FORMULA_LARGE_TICKETS)
formula: packages
	$(SWIFT) build -c release --product bet-formula
	$(MAKE) formula-run

# The same with the program that has been built.
formula-run:
	$(FORMULA)
	$(FORMULA) --print | python3 -B Tests/BetFormula/returns.py

## Builds the fuzz targets.
fuzz-build: packages
	for product in fuzz-seeds $(addprefix fuzz-,$(FUZZ_TARGETS)); do \
		$(FUZZ_BUILD) --product $$product || exit 1; \
	done

## Adds the inputs found that reach code which none of the fixed tests does.
fuzz-corpus:
	for target in parser channels; do \
		.build-fuzz/release/fuzz-$$target -merge=1 -set_cover_merge=1 -use_counters=0 -max_len=1024 \
			Tests/Fuzz/Corpus/$$target .build-fuzz/corpus/$$target || exit 1; \
	done

## Examples: a package of its own that measures a strategy of its own, and a
## board of live odds.
example: example-package board

# With the manifest as users get it.
example-package: release
	mkdir -p .build/example
	$(BENCH) generate --scenario steady --events 20 --duration 2s --rate 1000 \
		--output .build/example/steady.ndjson.gz
	env -u BENCH_PEERS -u BENCH_FUZZ \
		$(SWIFT) run --package-path Tests/ExamplePackage --scratch-path .build-example \
		-c release $(BUILD_OPTIONS) own-strategy .build/example/steady.ndjson.gz

## What `bench init` writes: the workflow is in order, and the example builds.
starter: release
	rm -rf .build/starter
	$(BENCH) init .build/starter
	.ci/lint-workflows .build/starter
	env -u BENCH_PEERS -u BENCH_FUZZ \
		$(SWIFT) build --package-path .build/starter/OwnStrategy --scratch-path .build-example \
		-c release $(BUILD_OPTIONS)

board: packages
	$(SWIFT) build -c release --product emsim
	$(SWIFT) build -c release --product board
	$(MAKE) board-run

## The board with programs that have been built.
board-run:
	Tests/ExampleBoard/run .build/$(CONFIGURATION)/emsim .build/$(CONFIGURATION)/board
	Tests/ExampleCashier/run .build/$(CONFIGURATION)/emsim .build/$(CONFIGURATION)/cashier

## The simulator against clients that others wrote, and the client against a
## server, in a Python environment of its own.
interop: packages
	for product in emsim bench-core bench-live bench-metrics; do \
		$(SWIFT) build -c release --product $$product || exit 1; \
	done
	$(MAKE) interop-run

## The same with programs that have been built.
interop-run: .build/interop/bin/pytest
	EMSIM_PROGRAMS=$(CURDIR)/.build/$(CONFIGURATION) \
		.build/interop/bin/pytest -q -p no:cacheprovider Tests/Interop -n 2 --dist worksteal

## Fifty players through all kinds of fault, for ten minutes; twenty actions each in `make test`.
CHAOS_SECONDS ?= 600
chaos: test-build
	ODDSBENCH_CHAOS_SECONDS=$(CHAOS_SECONDS) $(SWIFT) test $(BUILD_OPTIONS) --skip-build \
		--disable-xctest --filter ChaosTests

## Three clients of SportRadar's contents through all kinds of fault, for ten minutes; a moment in
## `make test`.
content-chaos: test-build
	ODDSBENCH_CONTENT_CHAOS_SECONDS=$(CHAOS_SECONDS) $(SWIFT) test $(BUILD_OPTIONS) --skip-build \
		--disable-xctest --filter ContentChaosTests

## A million requests made of the OpenAPI documents, as many as fit into a quarter of an hour; a
## tenth of them in CI, and some in `make test`. ROUTE_SEED is their seed.
ROUTE_REQUESTS ?= 1000000
ROUTE_SEED ?= 2
route-fuzz: test-build
	ODDSBENCH_ROUTE_REQUESTS=$(ROUTE_REQUESTS) ODDSBENCH_ROUTE_SEED=$(ROUTE_SEED) \
		$(SWIFT) test $(BUILD_OPTIONS) --skip-build --disable-xctest --filter RouteFuzzTests

## The platform's state in a file, through a hundred crashes under load; 25 in `make interop`.
crash-test: packages
	$(SWIFT) build -c release --product emsim
	CRASHES=100 EMSIM_PROGRAMS=$(CURDIR)/.build/release \
		.build/interop/bin/pytest -q -rP -p no:cacheprovider Tests/Interop/test_crash.py Tests/Interop/test_crash_bets.py
crash-test: .build/interop/bin/pytest

.build/interop/bin/pytest: Tests/Interop/requirements.txt
	test -d .build/interop || python3 -m venv .build/interop
	.build/interop/bin/pip install --quiet --require-hashes -r $<
	touch $@

## Change points of `bench history` against Apache Otava's. HISTORY_PROGRAM is a
## program that has been built; HISTORY_SERIES is how many series are tried.
HISTORY_PROGRAM ?= $(CURDIR)/.build/release/bench-core
history-test:
	test -d .build/history || python3 -m venv .build/history
	.build/history/bin/pip install --quiet --require-hashes -r Tests/History/requirements.txt
	BENCH_PROGRAM=$(HISTORY_PROGRAM) \
		.build/history/bin/pytest -q -rP -p no:cacheprovider Tests/History

## Autobahn's conformance suite against both ends of WebSockets, all cases. The suite
## needs Python 2.7.
autobahn: packages
	for product in emsim echo-client; do $(SWIFT) build -c release --product $$product || exit 1; done
	$(MAKE) autobahn-run

## The same with programs that have been built, or with --quick some of its cases.
AUTOBAHN_OPTIONS ?=
autobahn-run: .build/autobahn-suite
	EMSIM_PROGRAMS=$(CURDIR)/.build/$(CONFIGURATION) WSTEST=$(CURDIR)/$</bin/wstest \
		python3 -B Tests/Autobahn/autobahn.py $(AUTOBAHN_OPTIONS)

.build/autobahn-suite: Tests/Autobahn/requirements.txt Tests/Autobahn/tools.txt
	python3 -m venv .build/autobahn-tools
	.build/autobahn-tools/bin/pip install --quiet --require-hashes -r Tests/Autobahn/tools.txt
	.build/autobahn-tools/bin/virtualenv --quiet --python $$(Tests/Autobahn/python2) $@
	$@/bin/pip install --quiet --require-hashes -r $< 2>/dev/null
	touch $@

## Reports and the cashier's page in a real browser, and results as other tools read them.
# The simulator that has been built; without one, it is built.
EMSIM = $(firstword $(wildcard .build/release/emsim .build/debug/emsim) .build/release/emsim)
browser: release .build/browser
	.ci/packages $(BROWSER_PACKAGES)
	test -x $(EMSIM) || $(SWIFT) build -c release --product emsim
	EMSIM_PROGRAM=$(CURDIR)/$(EMSIM) BENCH_PROGRAM=$(CURDIR)/$(BENCH) .build/browser/bin/pytest -q -p no:cacheprovider Tests/Browser

## The game's page in a real browser, on a phone's screen: what the contract asks of it.
# The server under test.
GAME_PROGRAM ?= $(CURDIR)/.build/release/game
game: packages
	test $(origin GAME_PROGRAM) != file || for product in game emsim; do \
		$(SWIFT) build -c release --product $$product || exit 1; \
	done
	$(MAKE) game-run

## The same with a program that has been built, GAME_PROGRAM. With GAME_SHORT=1, in three
## minutes: checks that wait for long wait for less, and the longest are left out.
GAME_OPTIONS ?= -q -p no:cacheprovider
GAME_PYTEST = GAME_PROGRAM=$(GAME_PROGRAM) .build/game/bin/pytest $(GAME_OPTIONS) Tests/Game
game-run: .build/game
	.ci/packages $(GAME_PACKAGES)
	$(GAME_PYTEST) -n 2 --dist worksteal -m "not alone"
	$(GAME_PYTEST) -m alone

## A whole fleet on this machine: NATS, source, two edges, two agents, and one result.
FLEET_OPTIONS ?=
fleet: release fleet-programs
	.ci/fleet $(FLEET_OPTIONS)

## What an edge adds to the latency: half of the clients at the source itself, half at an edge.
fleet-direct: release fleet-programs
	.ci/fleet --direct $(FLEET_OPTIONS)

fleet-programs: packages fleet-packages
	for product in emsim emsim-fleet bench-fleet emload; do \
		$(SWIFT) build -c release --product $$product || exit 1; \
	done

## Fleets on hosts of their own: what is lost, cut off and killed, and how the rest goes on.
# The folder of the programs under test.
FLEET_PROGRAMS ?= $(CURDIR)/.build/release
fleet-test: fleet-programs
	$(MAKE) fleet-test-run

## The same with programs that have been built, in FLEET_PROGRAMS. With FLEET_SHORT=1, in two
## minutes: short runs, and the longest tests, and those that need the machine alone, are left out.
# Tests at a time: 0 for figures, beside which nothing else may run.
FLEET_WORKERS ?= 2
FLEET_TEST_OPTIONS ?= -q -p no:cacheprovider
FLEET_PYTEST = FLEET_PROGRAMS=$(FLEET_PROGRAMS) .build/fleet/bin/pytest $(FLEET_TEST_OPTIONS) Tests/Fleet
fleet-test-run: .build/fleet
	$(FLEET_PYTEST) -n $(FLEET_WORKERS) --dist worksteal -m "not alone"
	test "$(FLEET_SHORT)" = 1 || $(FLEET_PYTEST) -m alone

.build/fleet: Tests/Fleet/requirements.txt
	test -d $@ || python3 -m venv $@
	$@/bin/pip install --quiet --require-hashes -r $<
	touch $@

## The pictures of the game's page.
game-screenshots: .build/game
	.ci/packages $(GAME_PACKAGES)
	GAME_PROGRAM=$(GAME_PROGRAM) .build/game/bin/python Tests/Game/screenshots.py

.build/game: Tests/Game/requirements.txt Tests/Game/axe.txt
	test -d $@ || python3 -m venv $@
	$@/bin/pip install --quiet --require-hashes -r $<
	# Only for the script in it, not for the browsers that it would need.
	$@/bin/pip install --quiet --no-deps --require-hashes -r Tests/Game/axe.txt
	touch $@

## CSV and histogram logs as other tools read them, and results against their schemas.
outputs: release .build/outputs
	BENCH_PROGRAM=$(CURDIR)/$(BENCH) .build/outputs/bin/pytest -q -p no:cacheprovider Tests/Outputs

.build/outputs: Tests/Outputs/requirements.txt
	test -d $@ || python3 -m venv $@
	$@/bin/pip install --quiet --require-hashes -r $<
	touch $@

## The page in a real browser, measured to the paint: three ways to draw at rising rates, a
## provider's odds behind it, the goals, and a thousand pages on one server. Some twenty
## minutes; the results, and a report of them, are in .build/game-bench.
GAME_BENCH = .build/game-bench
# Such as --repeat 3.
GAME_BENCH_OPTIONS ?=
game-bench: release plots
	.ci/packages chromium
	for product in bench-live game emsim; do \
		$(SWIFT) build -c release --product $$product || exit 1; \
	done
	rm -rf $(GAME_BENCH)
	mkdir -p $(GAME_BENCH)
	status=0; \
	measure() { \
		$(BENCH) game "$$@" $(GAME_BENCH_OPTIONS) --results $(GAME_BENCH) || status=$$?; \
	}; \
	measure --render every --rates 10,100,1000,5000; \
	measure --rates 2000; \
	measure --provider everymatrix --rates 100,1000,5000; \
	measure --gate --duration 60s --repeat 3; \
	measure --pages 1000; \
	$(BENCH) report $(GAME_BENCH)/*/result.json --output $(GAME_BENCH)/report.html \
		&& echo "The results are in $(GAME_BENCH), and a report in $(GAME_BENCH)/report.html."; \
	exit $$status

## The pictures of Results/README.md: reports of published results.
screenshots: release .build/browser
	.ci/packages $(BROWSER_PACKAGES)
	BENCH_PROGRAM=$(CURDIR)/$(BENCH) .build/browser/bin/python Tests/Browser/screenshots.py

.build/browser: Tests/Browser/requirements.txt
	test -d $@ || python3 -m venv $@
	$@/bin/pip install --quiet --require-hashes -r $<
	touch $@

## The simulator's load: 1,000 connections, its knee, and one connection.
load: packages
	$(SWIFT) build -c release --product emsim
	$(SWIFT) build -c release --product emload
	EMSIM_PROGRAMS=$(CURDIR)/.build/release python3 Tests/Interop/load.py $(LOAD_RESULT)

## What compression saves and costs, on generated frames and on those of a recorded
## capture, and over sockets.
compression: bench-core
	for product in emsim emload; do $(SWIFT) build -c release --product $$product || exit 1; done
	BENCH_PEERS=1 $(SWIFT) build -c release --product deflate-cost
	EMSIM_PROGRAMS=$(CURDIR)/.build/release python3 -B Tests/Interop/compression.py \
		Results/published/compression.json \
		$(foreach capture,$(COMPRESSION_CAPTURE),--capture '$(capture)')
COMPRESSION_CAPTURE ?=

## The simulator's memory in a storm of connections that do not read, and after it.
STORM_CONNECTIONS ?= 5000
STORM_OPTIONS ?=
storm: packages
	$(SWIFT) build -c release --product emsim
	$(SWIFT) build -c release --product emload
	EMSIM_PROGRAMS=$(CURDIR)/.build/release \
		python3 Tests/Interop/storm.py $(STORM_CONNECTIONS) $(STORM_OPTIONS)

PEERS_CAPTURE ?=
PEERS_OPTIONS ?=
PEERS_OUTPUT ?= Results/peers
# Of the sources; ends with -dirty if they were modified.
COMMIT = $(shell git describe --always --abbrev=40 --dirty --exclude='*')

## Ours beside simdjson, JSONDecoder, SQLite and the naive way.
peers: packages peers-packages
	BENCH_PEERS=1 $(SWIFT) build -c release --product peers
	.build/release/peers --output $(PEERS_OUTPUT) --commit $(COMMIT) \
		$(foreach capture,$(PEERS_CAPTURE),--capture '$(capture)') $(PEERS_OPTIONS)

## The tests of the comparisons.
peers-test: packages peers-packages
	BENCH_PEERS=1 $(SWIFT) test --disable-xctest $(BUILD_OPTIONS) --filter PeerBenchmarksTests

## Keeps what each kind of record costs, for `.ci/instructions`.
instructions: release
	.ci/packages valgrind
	$(BENCH) count-records --format json --output Results/instructions.json

## Programs in other languages against the feed contract, and a mutant for each of its rules.
external: release
	$(SWIFT) build -c release --product bench-presets
	BENCH_PEERS=1 $(SWIFT) build -c release --product swift-strategy
	$(MAKE) external-run

# The same with programs that have been built.
external-run: peers-packages
	$(MAKE) -C Benchmarks/External/cpp OUT=$(CURDIR)/.build/external
	CPP_STRATEGY=$(CURDIR)/.build/external/strategy \
		BENCH=$(CURDIR)/.build/release/bench-core \
		SWIFT_STRATEGY=$(CURDIR)/.build/$(CONFIGURATION)/swift-strategy \
		PRESETS=$(CURDIR)/.build/$(CONFIGURATION)/bench-presets \
		python3 -B Tests/External/test_conform.py

## What the kernels in C are made of against plain loops, on this machine.
KERNELS = -O2 -Wall -Wextra -Werror -ISources/CWire -ISources/CWire/include
KERNEL_TESTS = $(addprefix Tests/Kernels/,native.c ssse3.c wide.c plain.c kernels.c)
kernels-test:
	mkdir -p .build/kernels
	$(CLANG) $(KERNELS) $(KERNEL_TESTS) -o .build/kernels/native
	.build/kernels/native

## The same on ARM, by an emulator; apps run there.
ARM = $(CLANG) --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include $(KERNELS)
ARM_LIBRARIES = /usr/aarch64-linux-gnu/lib $(wildcard /usr/lib/gcc-cross/aarch64-linux-gnu/*)
kernels-test-arm: arm-packages
	mkdir -p .build/kernels
	for file in Sources/CWire/*.c; do $(ARM) -c $$file -o .build/kernels/arm.o || exit 1; done
	$(ARM) $(KERNEL_TESTS) -o .build/kernels/arm -fuse-ld=lld \
		$(foreach folder,$(ARM_LIBRARIES),-L$(folder) -B$(folder))
	qemu-aarch64 -L /usr/aarch64-linux-gnu .build/kernels/arm 20000

arm-packages:
	@.ci/packages $(ARM_PACKAGES)

peers-packages:
	@.ci/packages libsimdjson-dev

## How often gates are wrong on this machine: two hundred of equal sides, a
## hundred slowed by 15%, and a hundred with the slowest frames slowed by 30%.
## Takes hours; the same call goes on where it was stopped.
GATE_PROOF = --gates 100 --time 2m \
	--events 20 --markets 20 --rate 20000 --duration 400ms --warmup 50ms --frame-mapping 16
GATE_PROOF_OUTPUT = Results/runs/gate-proof
gate-proof: release
	mkdir -p $(GATE_PROOF_OUTPUT)
	$(BENCH) gate-proof $(GATE_PROOF) --output-folder $(GATE_PROOF_OUTPUT)

## The versions and hashes of all Python packages, after a change of what is needed; the newest
## that there are with LOCK_OPTIONS=--upgrade.
LOCK_OPTIONS ?=
requirements:
	.ci/lock $(LOCK_OPTIONS)

## Packages, of Swift and of Python, of which there are newer versions.
outdated: .build/ci-tools
	.ci/outdated

## The versions of packages that a clone and an app get, with a package that is resolved.
versions-test:
	python3 -B -m unittest -q Tests/Versions/test_*.py

.build/ci-tools: .ci/requirements.txt
	test -d $@ || python3 -m venv $@
	$@/bin/pip install --quiet --require-hashes -r $<
	touch $@

## The documentation of the libraries, and the figures in all texts: neither may
## have anything wrong.
DOC_TARGETS = OddsReconstruction OddsHarness OddsClient OddsServer ServicesProvider \
	ServicesProviderCombine OddsPlatformServer OddsBetting OddsFleetPlan \
	OddsFleetServer OddsExternal
docs: packages fleet-packages
	$(SWIFT) package $(BUILD_OPTIONS) generate-documentation \
		$(addprefix --target ,$(DOC_TARGETS)) --warnings-as-errors
	python3 -B -m unittest discover -q -s Tests/Figures
	.ci/figures --check

## Manual pages of all commands, by the parser's own generator; `man -l` shows one.
MANUAL = .build/man
man: release
	$(SWIFT) build -c release --product generate-manual
	rm -rf $(MANUAL) && mkdir -p $(MANUAL)
	.build/release/generate-manual .build/release/bench-core --multi-page \
		--output-directory $(MANUAL)
	if command -v mandoc >/dev/null; then mandoc -T lint -W error $(MANUAL)/*.1; fi

## The README's picture of the targets, from the manifest.
map:
	.ci/map

## The front door and the program of most commands, optimized: `.build/release/bench`.
release: bench-core
	$(SWIFT) build -c release --product bench

bench-core: packages
	$(SWIFT) build -c release --product bench-core

## The libraries that the build needs.
packages:
	@.ci/packages $(PACKAGES)

fleet-packages:
	@.ci/packages $(FLEET_PACKAGES)
