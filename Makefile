# make demo   build, play the bundled walk through the daemon, show its notices arriving
# make test   build everything, check style and imports, run all tests
# make check-api   try the control socket with made-up requests; needs PyPI the first time
# make bench-places   time what is asked of a million places
# make bench-live     time a position's way to its notice, and what a live receiver costs
# make traces   make the simulated traces in traces/ again, the same as they are
# make        build the two programs

SWIFT ?= swift
RELEASE = .build/release

.PHONY: all demo test check-api bench-places bench-live traces packages lint imports clean

all: packages
	$(SWIFT) build -c release

demo: all
	@scripts/demo $(RELEASE)

test:
	@scripts/install-packages test
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(MAKE) --no-print-directory lint imports
	SWIFT_BACKTRACE=enable=no $(SWIFT) test --skip-build

check-api: all
	@scripts/check-api $(RELEASE)

packages:
	@scripts/install-packages

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

imports:
	@scripts/check-imports docs/design.md

# Times what is asked of a million places; minutes, and 1 GB in a temporary directory.
bench-places:
	@SWIFT="$(SWIFT)" scripts/bench-places

# From the scenarios beside them; nothing changes unless a scenario or the simulation has.
traces: all
	@scripts/make-traces $(RELEASE)

# Two minutes; needs python3 and a C compiler.
bench-live: all
	@scripts/bench-live $(RELEASE)

clean:
	rm -rf .build
