# Hearth: `make run` and `make test` do everything on a fresh machine.
SWIFT ?= swift
# One file that needs no Swift libraries; calls across modules are resolved when it is built. `GET /health` takes a third
# less of its own CPU time for it, and a tenth less without checks for exclusive access, which debug builds make
# (docs/performance.md).
RELEASE = -c release --product hearth --static-swift-stdlib -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked
DATA ?= ./data
LISTEN ?= 127.0.0.1:8000
# How long each fuzzing entry runs.
SECONDS ?= 60

.PHONY: run test build check packages sanitize conformance faults bench fuzz deb

run: build ## builds release and starts a development server with its data in ./data
	.build/release/hearth serve --dev --listen $(LISTEN) --data $(DATA)

build: packages ## leaves .build/release/hearth
	$(SWIFT) build $(RELEASE)

test: packages ## builds and runs every test
	scripts/install-packages nginx openssl
	scripts/run-tests

sanitize: packages ## runs every test under ThreadSanitizer and AddressSanitizer
	scripts/sanitize

conformance: build ## runs the Autobahn WebSocket test suite against the release binary
	scripts/conformance $(CONFORMANCE)

faults: build ## kills, starves and crowds the release binary: make faults FAULTS=--fast, FAULTS=CHECK, FAULTS=--list
	scripts/faults/run $(FAULTS)

bench: build ## measures the release binary against bare loops in C and SQLite alone: make bench BENCH=--fast
	scripts/bench/run $(BENCH)

fuzz: packages ## runs every fuzzing entry for SECONDS=60, or those named in FUZZ="Meal Token"
	FUZZ_SECONDS=$(SECONDS) scripts/fuzz $(FUZZ)

deb: packages ## builds a Debian package; scripts/try-deb tries it in a Debian of its own
	scripts/package-deb

check: ## format lint and import check
	scripts/check

packages: ## installs the Debian packages that are missing
	scripts/install-packages
