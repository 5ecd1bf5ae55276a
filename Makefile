# What the project is made with; `make bench` and `make test` need nothing but
# a Swift toolchain, and install the libraries that are missing where they can.

SWIFT ?= swift
BENCH = .build/release/bench
PACKAGES = libjemalloc-dev zlib1g-dev pkg-config
# Fewer random captures than usual, as sanitized code is many times slower.
SANITIZE = BENCH_NO_JEMALLOC=1 ODDSBENCH_DIFFERENTIAL_CAPTURES=20 \
	$(SWIFT) test --disable-xctest

.PHONY: bench test sanitize example interop peers packages release

## Everything measured: all strategies, three times each.
bench: release
	$(BENCH) run --strategy all --repeat 3

## All tests.
test: packages
	$(SWIFT) test --disable-xctest

## The tests under the address and the thread sanitizer, which need a build
## without jemalloc.
sanitize: packages
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/known-leaks \
		$(SANITIZE) --sanitize=address --scratch-path .build-asan
	$(SANITIZE) --sanitize=thread --scratch-path .build-tsan

## A package of its own that measures a strategy of its own.
example: release
	mkdir -p .build/example
	$(BENCH) generate --scenario steady --events 20 --duration 2s --rate 1000 \
		--out .build/example/steady.ndjson.gz
	$(SWIFT) run --package-path Tests/ExamplePackage --scratch-path .build-example \
		-c release own-strategy .build/example/steady.ndjson.gz

## The simulator against clients that others wrote, in a Python environment of
## its own.
interop: release
	$(SWIFT) build -c release --product emsim
	test -d .build/interop || python3 -m venv .build/interop
	.build/interop/bin/pip install --quiet -r Tests/Interop/requirements.txt
	EMSIM_PROGRAMS=$(CURDIR)/.build/release \
		.build/interop/bin/pytest -q -p no:cacheprovider Tests/Interop

## Ours beside simdjson, JSONDecoder, SQLite and the naive way.
peers:
	$(MAKE) -C Benchmarks peers PEERS_CAPTURE='$(abspath $(PEERS_CAPTURE))'

release: packages
	$(SWIFT) build -c release --product bench

## The libraries that the build needs.
packages:
	@.ci/packages $(PACKAGES)
