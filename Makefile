# make demo      build for trying, play the bundled walk through the daemon, show its notices arriving
# make demo-page the same on the page: a walk through a made-up town, until Ctrl-C
# make demo-phones
#                three phones that say over MQTT where they are, and what is told then
# make test      build everything, check style, imports, units and manual, run all tests
# make check     everything in full, as a release must pass it: hours, in parts (scripts/check)
# make           build the three programs as they are installed, in .build/release
# make install   install them (DESTDIR, PREFIX), with units, manual and completions; without the
#                gateway: PACKAGES=geofenced
# make sbom      what the packages are made of, as CycloneDX, in .build/sbom
# make deb       build two Debian packages in .build/deb, and look them over
#
# For developers; each installs what it needs:
# make check-install      install into a bare Debian with make install, and start the service
# make check-deb          build the packages twice, and try them out, faults and all, in a bare Debian
# make test-systemd       run both daemons under a real systemd, with all their restrictions
# make check-api          try the control socket with made-up requests; needs PyPI the first time
# make check-calendar     read the calendar with programs of others; needs PyPI the first time
# make check-providers  look at real servers of places (PostGIS, pygeoapi, tipg); 400 MB of PyPI the first time
# make check-routes       look at routes beside a real Valhalla's; 280 MB of PyPI the first time
# make check-scale        divide a node while 2,000 phones send (two nodes, a broker, servers of places)
# make check-homeassistant  see what a real Home Assistant makes of a device; 500 MB of PyPI the first time
# make check-sanitizers   run all tests under the thread and address sanitizers
# make fuzz               throw made-up traces and requests at the parsers (SECONDS=60 each)
# make coverage           make test, which also says how much of the code the tests reach
# make detection-pictures draw the pictures of docs/detection.md again
# make rooms              draw the picture of the rooms in docs/design.md again
# make town               draw the made-up town of traces/ again, the same as it is
# make screenshots        take the README's pictures of the page again
# make docs               pages of the libraries' symbols in .build/docs
# make check-real         score what is told of recorded receivers whose true way is known
# make quality            score what is told of simulated journeys, beside other rules
# make traces             make the simulated traces in traces/ again, the same as they are
# make bench              measure it all beside its peers: the table in docs/performance.md
# make bench fleet        measure many devices; any other part of the table alike
# make check-kills        kill the daemon while devices push and cells are replaced (ROUNDS=200)
# make bench-places       time what is asked of a million places
# make bench-log          time how notices are written and told
# make bench-package      measure what options of the package's build save
# make bench-live         time a position's way to its notice, and what a live receiver costs

SWIFT ?= swift
PREFIX ?= /usr/local
PACKAGES ?= geofenced geofenced-gateway
SECONDS ?= 60
RELEASE = .build/release
# Where tests are built, and with what besides.
TESTS ?= .build
COUNTING ?=
MANUAL = .build/manual
# The Swift runtime goes into the programs: a service cannot read one in somebody's home directory.
PRODUCT = $(SWIFT) build -c release --static-swift-stdlib --product
# What is tried and tested is not optimised, which takes half the time, and has nothing for a debugger
# or an editor, which takes a quarter less. All of it has the same options: so make test builds nothing
# again that make demo has built.
TRIAL = $(SWIFT) build -debug-info-format none --disable-index-store --scratch-path $(TESTS) $(COUNTING)
TRIED = $(TESTS)/debug

.PHONY: all core sbom trial trial-page demo demo-page demo-phones test check install deb check-install check-deb test-systemd check-kills check-api \
    check-calendar check-homeassistant check-providers check-routes check-sanitizers check-scale fuzz \
    coverage docs town screenshots quality check-real traces bench bench-places bench-log bench-live bench-package packages packaging lint \
    imports rooms detection-pictures units manual pages clean

# Products, and so nothing that is only for tests and measuring.
all: core
	@scripts/quietly $(PRODUCT) geofenced-gateway

# The daemon and its command.
core: packages
	@scripts/quietly $(PRODUCT) geofenced
	@scripts/quietly $(PRODUCT) geofencectl

# Trials are built product by product, and so nothing is that is only for tests.
trial: packages
	@scripts/quietly $(TRIAL) --product geofenced
	@scripts/quietly $(TRIAL) --product geofencectl

trial-page: trial
	@scripts/quietly $(TRIAL) --product geofenced-gateway

demo: trial
	@scripts/demo $(TRIED)

demo-page: trial-page
	@scripts/install-packages page
	@scripts/demo-page $(TRIED)

demo-phones: trial-page
	@scripts/install-packages phones
	@scripts/demo-phones $(TRIED)

test:
	@scripts/install-packages test
	@scripts/quietly $(TRIAL) --build-tests --explicit-target-dependency-import-check error
	@SWIFT="$(SWIFT)" scripts/run-tests $(TESTS)

# scripts/check PART runs one part, and --table says what is known of this commit.
check:
	@SWIFT="$(SWIFT)" scripts/check

# Root often has no Swift on its path: then what has been built is installed.
install: $(if $(shell command -v $(SWIFT)),all)
	@[ -x $(RELEASE)/geofenced ] || { echo "there is nothing to install: run make first"; exit 1; }
	scripts/make-manual $(RELEASE) $(MANUAL)
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install $(RELEASE) $(MANUAL) $(PACKAGES)

sbom: all
	@scripts/make-sbom $(RELEASE) .build/sbom

deb: packages packaging
	@SWIFT="$(SWIFT)" debian/make-deb

check-install:
	@rm -rf .build/installed
	$(MAKE) --no-print-directory install DESTDIR=.build/installed
	@Tests/Containers/test-container .build/installed install bookworm

check-deb: deb
	@debian/check-deb-twice
	@Tests/Containers/test-container .build/deb package bookworm trixie
	@Tests/Containers/test-container .build/deb commands bookworm
	@Tests/Containers/test-container .build/deb first-hour bookworm trixie
	@Tests/Containers/test-container .build/deb errors bookworm trixie

test-systemd: deb
	@Tests/Containers/test-container .build/deb systemd bookworm trixie
	@Tests/Containers/test-container .build/deb gateway bookworm trixie

# Minutes; the tests do the same in fewer rounds.
check-kills:
	@scripts/install-packages test
	@scripts/quietly $(TRIAL) --build-tests --explicit-target-dependency-import-check error
	@KILL_ROUNDS=$(or $(ROUNDS),200) TEST_FILTER=KillTests scripts/run-tests $(TESTS)

check-homeassistant: all
	@scripts/check-homeassistant $(RELEASE)

check-providers: all
	@scripts/install-packages providers
	@scripts/check-providers $(RELEASE)

check-routes: all
	@scripts/install-packages test
	@scripts/check-routes $(RELEASE)

check-scale: all
	@scripts/install-packages test
	@scripts/install-packages providers
	@scripts/check-scale $(RELEASE)

check-api: all
	@scripts/check-api $(RELEASE)

check-calendar: all
	@scripts/check-calendar $(RELEASE)

check-sanitizers: packages
	@SWIFT="$(SWIFT)" scripts/check-sanitizers

fuzz: packages
	@SWIFT="$(SWIFT)" scripts/fuzz $(SECONDS)

coverage: TESTS = .build/coverage
coverage: COUNTING = --enable-code-coverage
# Each process writes its own: one that is killed while it does so spoils no other's.
coverage: export LLVM_PROFILE_FILE = $(CURDIR)/.build/coverage/profiles/%m.%p.profraw
coverage: test
	@SWIFT="$(SWIFT)" scripts/coverage .build/coverage

# Nothing changes unless scripts/town has; then make traces makes its walks.
town:
	@scripts/make-town

# In chromium, on the made-up town.
screenshots: all
	@scripts/install-packages page
	@scripts/install-packages test
	@scripts/screenshots $(RELEASE)

docs:
	@SWIFT="$(SWIFT)" scripts/make-docs .build/docs

packages:
	@scripts/install-packages

packaging:
	@scripts/install-packages packaging

lint:
	@$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Benchmarks Tests

imports:
	@scripts/rooms
	@scripts/check-modules

# The picture of the table of rooms, docs/rooms.svg, which make imports compares.
rooms:
	@scripts/rooms --draw

# The two pictures of docs/detection.md, from simulated journeys.
detection-pictures: core
	@scripts/draw-detection $(RELEASE)

units:
	@scripts/check-units

# From the programs that the tests use; mandoc reads them, where it is installed.
manual:
	@scripts/check-manual $(TESTS)/debug

# In a browser; two or three minutes.
pages:
	@scripts/check-pages $(TESTS)/debug

# Three quarters of an hour, and 2 GB in a temporary directory; `make bench fleet` is that part alone.
PARTS = nmea gpx fences latency places fleet page gateway providers size instructions
bench: all
	@scripts/install-packages bench
	@SWIFT="$(SWIFT)" Benchmarks/bench $(filter $(PARTS),$(MAKECMDGOALS))

ifneq ($(filter bench,$(MAKECMDGOALS)),)
.PHONY: $(PARTS)
$(PARTS): bench
	@:
endif

# Times what is asked of a million places; minutes, and 1 GB in a temporary directory.
bench-places: all
	@SWIFT="$(SWIFT)" python3 Benchmarks/places.py

# A quarter of an hour; SEEDS=2 are other journeys, and fewer.
quality: core
	@Benchmarks/measure-quality $(RELEASE) --seeds $(or $(SEEDS),1-8)

# Scores what is told of recorded receivers, where they are at hand; half a minute.
check-real: core
	@Benchmarks/measure-real $(RELEASE)

# From the scenarios beside them; nothing changes unless a scenario or the simulation has.
traces: core
	@scripts/make-traces $(RELEASE)

# Two minutes; needs python3 and a C compiler.
bench-live: all
	@python3 Benchmarks/live.py

# An hour; compiles the daemon four times.
bench-package: packages
	@scripts/install-packages bench
	@SWIFT="$(SWIFT)" python3 Benchmarks/package.py

# Times how notices are written and told; half a minute.
bench-log:
	@SWIFT="$(SWIFT)" Benchmarks/log

clean:
	rm -rf .build
