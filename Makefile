# Hearth: `make run` and `make test` work on a fresh machine.
export SWIFT ?= swift
DATA ?= ./data
LISTEN ?= 127.0.0.1:8000
# Seconds for each fuzzing entry.
SECONDS ?= 60

.PHONY: run test build check packages sanitize conformance api-checks faults cluster browser-checks screenshots bench fuzz deb

run: build ## builds release and starts a development server with its data in ./data
	.build/release/hearth serve --dev --listen $(LISTEN) --data $(DATA)

build: packages ## leaves .build/release/hearth
	scripts/build-release

test: packages ## builds and runs every test, or those of some capabilities: make test ONLY="chat sync"
	scripts/install-packages nginx openssl postgresql redis-server
	scripts/run-tests $(ONLY)

sanitize: packages ## runs every test under ThreadSanitizer and AddressSanitizer
	scripts/install-packages nginx openssl postgresql redis-server
	scripts/sanitize

conformance: build ## runs the Autobahn WebSocket test suite and the checks of the API against the release binary
	scripts/conformance $(CONFORMANCE)
	$(if $(filter --fast,$(CONFORMANCE)),,scripts/api-checks)

api-checks: build ## validates documents, responses and frames of the release binary by tools of others: make api-checks API=--fast
	scripts/api-checks $(API)

faults: build ## tests kills, full disks and hostile peers on the release binary: make faults FAULTS=--fast, FAULTS=CHECK, FAULTS=--list
	scripts/faults/run $(FAULTS)

cluster: build ## runs three nodes on PostgreSQL behind nginx, and their failures: make cluster CLUSTER=--fast, CLUSTER="--bus redis"
	scripts/cluster/run $(CLUSTER)

browser-checks: build ## drives the pages and the console in Chromium: make browser-checks BROWSER=--fast, BROWSER=CHECK, BROWSER=--list
	scripts/browser-checks $(BROWSER)

screenshots: build ## writes the pictures of the pages and the console in docs/images
	scripts/screenshots

bench: build ## measures the release binary against reference programs: make bench BENCH=--fast
	scripts/install-packages postgresql libpq5
	scripts/bench/run $(BENCH)

fuzz: packages ## runs every fuzzing entry for SECONDS=60, or the entries named in FUZZ="Meal Token"
	FUZZ_SECONDS=$(SECONDS) scripts/fuzz $(FUZZ)

deb: packages ## builds a Debian package; scripts/try-deb tests it in a Debian root folder
	scripts/package-deb

check: ## checks formatting, imports, the food table and docs/api
	scripts/check

packages: ## installs the Debian packages that are missing
	scripts/install-packages
