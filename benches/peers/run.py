#!/usr/bin/env python3
"""Runs puzzlec and planners on the same puzzles, one after the other, and writes a table.

    benches/peers/run.py                        everything, 60 s a run
    benches/peers/run.py --limit 30 korf frogs  rows whose names contain one of these words
    benches/peers/run.py --no-install           with the programs that are installed already

Whole process against whole process: wall time from start to end, and the largest sum of the
resident memory of all processes of a run. See README.md.
"""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PINNED = ["up-fast-downward==1.0.0", "up-symk==1.6.0"]

# Name, file, puzzle, parameters.
ROWS = [
    ("start-up on a tiny puzzle", "benches/peers/puzzles/tiny.puzzle", "Tiny", {}),
    ("Hua Rong Dao, 116 steps", "examples/variants/klotski-steps.puzzle", "HuaRongDaoInSteps", {}),
    ("the same, every piece named", "examples/variants/klotski-named.puzzle", "HuaRongDaoNamed", {}),
    ("Hua Rong Dao, 81 moves", "examples/variants/klotski.puzzle", "HuaRongDao", {}),
    ("8-puzzle, hardest", "examples/variants/eight-puzzle.puzzle", "Hardest", {}),
    ("15-puzzle, Korf no. 79", "examples/variants/korf79.puzzle", "Korf79", {}),
    ("15-puzzle, Korf no. 12", "benches/peers/puzzles/korf.puzzle", "Korf12", {}),
    ("15-puzzle, Korf no. 2", "benches/peers/puzzles/korf.puzzle", "Korf2", {}),
    ("15-puzzle, Korf no. 6", "benches/peers/puzzles/korf.puzzle", "Korf6", {}),
    ("(6,2) sliding coins", "benches/peers/puzzles/sliding.puzzle", "OneSide", {"n": 6}),
    ("(10,2) sliding coins", "benches/peers/puzzles/sliding.puzzle", "OneSide", {"n": 10}),
    ("coin-moving 5x5, mirror image", "examples/coins/mirror.puzzle", "Mirror", {}),
    ("33-hole central game", "examples/peg/central.puzzle", "Central", {}),
    ("33 holes, to another class", "examples/peg/other-class.puzzle", "BesideTheMiddle", {}),
    ("15-hole triangle", "examples/peg/triangle.puzzle", "TopToTop", {}),
    ("15-hole triangle, centre to centre", "examples/peg/triangle.puzzle", "InsideToInside", {}),
    ("15-hole triangle, fewest sweeps", "examples/peg/sweeps.puzzle", "TriangleSweeps", {}),
    ("central game, fewest sweeps", "benches/peers/puzzles/sweeps-central.puzzle", "CentralSweeps", {}),
    ("Gourds, 7 cells, farthest", "examples/gourds/centre.puzzle", "SevenFromTheMiddle", {}),
    ("Gourds, 19 cells, two exchanged", "examples/gourds/centre.puzzle", "NineteenSwap", {}),
    ("coin removal, row of 20, 5 heads", "examples/removal/rows.puzzle", "Twenty", {}),
    ("coin removal, row of 20, 6 heads", "examples/removal/rows.puzzle", "TwentyEven", {}),
    ("Rush Hour, 50 moves", "examples/variants/rush-hour-hardest.puzzle", "FiftyMoves", {}),
    ("Sokoban, 207 moves", "examples/variants/sokoban.puzzle", "Rooms", {}),
    ("Sokoban, four boxes, 208 moves", "examples/variants/sokoban.puzzle", "FourBoxes", {}),
    ("Lights Out 7x7", "examples/lights/seven.puzzle", "Seven", {}),
    ("frogs and toads 6+6", "examples/variants/frogs-and-toads.puzzle", "FrogsAndToads", {"n": 6}),
    ("four knights 3x3", "examples/variants/knights.puzzle", "Guarini", {}),
    ("eight knights 4x4", "examples/variants/knights.puzzle", "EightKnights", {}),
]

MERGE_AND_SHRINK = (
    "astar(merge_and_shrink(shrink_strategy=shrink_bisimulation(greedy=false),"
    "merge_strategy=merge_sccs(order_of_sccs=topological,merge_selector=score_based_filtering("
    "scoring_functions=[goal_relevance(),dfp(),total_order()])),"
    "label_reduction=exact(before_shrinking=true,before_merging=false),"
    "max_states=50k,threshold_before_merge=1))"
)
# Name, driver, options: planners that prove that a solution is shortest …
EXACT = [
    ("A* blind", "fd", ["--search", "astar(blind())"]),
    ("A* LM-cut", "fd", ["--search", "astar(lmcut())"]),
    ("A* M&S", "fd", ["--search", MERGE_AND_SHRINK]),
    ("A* iPDB", "fd", ["--search", "astar(ipdb())"]),
    ("SymK", "symk", ["--search", "sym_bd()"]),
]
# … and the one that finds any.
ANY = ("lama-first", "fd", [])


def install(directory):
    """A virtual environment with the planners; its Python and their drivers."""
    python = directory / "bin" / "python"
    if not python.exists():
        venv.create(directory, with_pip=True)
        # The planners themselves, without the library that usually calls them.
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PINNED], check=True)
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()
    drivers = {
        "fd": Path(where) / "up_fast_downward/downward/fast-downward.py",
        "symk": Path(where) / "up_symk/symk/fast-downward.py",
    }
    for driver in drivers.values():
        if not driver.exists():
            sys.exit(f"there is no planner at {driver}")
    return python, drivers


class Memory(threading.Thread):
    """Samples the resident memory of a process group until told to end."""

    def __init__(self, group):
        super().__init__(daemon=True)
        self.group, self.peak, self.over = group, 0, threading.Event()

    def run(self):
        pages = resource.getpagesize()
        while not self.over.is_set():
            total = 0
            for entry in os.scandir("/proc"):
                if not entry.name.isdigit():
                    continue
                try:
                    with open(f"/proc/{entry.name}/stat") as stat:
                        fields = stat.read().rsplit(")", 1)[1].split()
                    if int(fields[2]) == self.group:
                        total += int(fields[21]) * pages
                except (OSError, IndexError):
                    continue
            self.peak = max(self.peak, total)
            self.over.wait(0.02)


def measured(command, limit, memory, cwd):
    """Runs a command: exit code (None when it ran out of time), output, seconds, bytes."""
    timer = shutil.which("time", path="/usr/bin:/bin")
    note = Path(cwd) / "time.txt"
    # The shell's `time` has no memory; without GNU time short runs are only sampled.
    wrapped = [timer, "-f", "%M", "-o", note] + command if timer else command
    begin = time.perf_counter()
    process = subprocess.Popen(
        [str(c) for c in wrapped], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    watch = Memory(process.pid)
    watch.start()
    try:
        output, _ = process.communicate(timeout=limit)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        code = None
    seconds = time.perf_counter() - begin
    watch.over.set()
    watch.join()
    peak = watch.peak
    if timer and note.exists():
        lines = note.read_text().split()
        if code is not None and lines and lines[-1].isdigit():
            peak = max(peak, int(lines[-1]) * 1024)
        note.unlink()
    return code, output, seconds, peak


def planner(python, drivers, peer, directory, args):
    """What a planner answers: a length, "impossible" or why there is no answer."""
    name, driver, options = peer
    files = [directory / "domain.pddl", directory / "problem.pddl"]
    command = [python, drivers[driver], "--plan-file", "plan.out"]
    command += ["--alias", "lama-first"] if name == "lama-first" else []
    command += files + options
    code, output, seconds, peak = measured(command, args.limit, args.memory << 20, directory)
    costs = re.findall(r"Plan cost: (\d+)", output)
    if code is None:
        answer = "time"
    elif code == 0 and costs:
        answer = int(costs[-1])
    elif code == 11 or "Completely explored state space" in output or "unsolvable" in output:
        answer = "impossible"
    elif driver == "symk" and code == 12 and "Search stopped without finding a solution" in output:
        # Its search from both ends is complete.
        answer = "impossible"
    elif code in (22, 24, 20) or "Memory limit" in output or "bad_alloc" in output:
        answer = "memory"
    elif code == 34:
        # LM-cut knows no conditional effects.
        answer = "unsupported"
    else:
        answer = f"failed ({code})"
        print(f"{name} failed:\n{output[-2000:]}", file=sys.stderr)
    return {"name": name, "answer": answer, "seconds": seconds, "bytes": peak}


def best_model(python, drivers, peer, models, args):
    """A planner on every model; its best answer."""
    runs = [planner(python, drivers, peer, directory, args) | {"model": directory.name} for directory in models]
    return best(runs) or runs[0]


def settings(values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


def puzzlec(args, row, directory, wanted):
    """What puzzlec answers; the middle one of several runs."""
    _, file, puzzle, values = row
    command = [args.puzzlec, "solve", ROOT / file, puzzle, *settings(values), "--format", "json", *wanted]
    runs = []
    for _ in range(args.repeat):
        code, output, seconds, peak = measured(command, args.limit, args.memory << 20, directory)
        if code is None:
            answer = "time"
        elif code in (0, 3):
            verdict = json.loads(output[output.index("{"):])["reports"][0]["answer"]
            answer = verdict["length"] if verdict["verdict"] == "solved" else "impossible"
        else:
            answer = "stopped" if code == 4 else f"failed ({code})"
        runs.append({"name": "puzzlec", "answer": answer, "seconds": seconds, "bytes": peak})
        if seconds > 5:
            break
    return sorted(runs, key=lambda r: r["seconds"])[len(runs) // 2]


def answered(run):
    return isinstance(run["answer"], int) or run["answer"] == "impossible"


def seconds(run):
    return f"{run['seconds']:.2f}" if answered(run) else f"{run['answer']} ({run['seconds']:.0f} s)"


def mebibytes(run):
    return f"{run['bytes'] / (1 << 20):.0f}"


def best(runs):
    return min((r for r in runs if answered(r)), key=lambda r: r["seconds"], default=None)


def line(result):
    """A row of the table."""
    ours, exact = result["puzzlec"], best(result["exact"])
    lama, any_ours = result["any"], result["puzzlec any"]
    known = [r["answer"] for r in [ours, *result["exact"]] if answered(r)]
    agree = "–" if len(known) < 2 else "yes" if len(set(known)) == 1 else "**NO**"
    answer = str(ours["answer"] if answered(ours) else known[0] if known else "open")
    cells = [result["row"], answer]
    cells += [exact["name"], seconds(exact), mebibytes(exact)] if exact else ["none", "–", "–"]
    cells += [seconds(ours), mebibytes(ours)]
    cells.append(f"{exact['seconds'] / ours['seconds']:.1f}" if exact and answered(ours) else "–")
    cells.append(agree)
    cells += [seconds(lama), seconds(any_ours)]
    cells.append(f"{lama['seconds'] / any_ours['seconds']:.1f}" if answered(lama) and answered(any_ours) else "–")
    return "| " + " | ".join(cells) + " |"


HEAD = """| puzzle | least | best exact peer | s | MiB | puzzlec s | MiB | ratio | agree | lama-first s | puzzlec any s | ratio |
|---|---|---|---|---|---|---|---|---|---|---|---|
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="rows whose names contain one of these words")
    parser.add_argument("--limit", type=float, default=60, help="seconds a run [60]")
    parser.add_argument("--memory", type=int, default=6144, help="MiB a process may have [6144]")
    parser.add_argument("--repeat", type=int, default=3, help="runs of puzzlec, of which the middle one counts [3]")
    parser.add_argument("--puzzlec", default=ROOT / "target/release/puzzlec", type=Path)
    parser.add_argument("--venv", default=ROOT / "target/peers-venv", type=Path)
    parser.add_argument("--no-peers", action="store_true", help="run only puzzlec")
    parser.add_argument("--output", type=Path, help="a file for the table, besides standard output")
    parser.add_argument("--json", type=Path, help="a file for every figure")
    args = parser.parse_args()
    args.puzzlec = args.puzzlec.resolve()
    if not args.puzzlec.exists():
        sys.exit(f"there is no {args.puzzlec}; build it with `cargo build --release`")
    python, drivers = (None, {}) if args.no_peers else install(args.venv)
    usage = subprocess.run([args.puzzlec, "solve", "--help"], capture_output=True, text=True).stdout
    any_flag = ["--any"] if "--any" in usage else []
    table, results = HEAD, []
    print(HEAD, end="", flush=True)
    for row in ROWS:
        if args.words and not any(w.lower() in row[0].lower() for w in args.words):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            directory = Path(scratch)
            name, file, puzzle, values = row
            models = []
            for model, form in [("piece", []), ("cell", ["--by-cell"])]:
                command = [args.puzzlec, "export", "--pddl", ROOT / file, puzzle, *settings(values), *form]
                subprocess.run([*command, "-o", directory / model], check=True, stdout=subprocess.DEVNULL)
                texts = [(directory / model / text).read_text() for text in ("domain.pddl", "problem.pddl")]
                models.append((directory / model, texts))
            # Where no piece occurs once the two are the same.
            models = [models[0][0]] if models[0][1] == models[1][1] else [m[0] for m in models]
            none = {"name": "none", "answer": "not run", "seconds": 0.0, "bytes": 0}
            result = {
                "row": name,
                "puzzlec": puzzlec(args, row, directory, []),
                "puzzlec any": puzzlec(args, row, directory, any_flag),
                "exact": [best_model(python, drivers, p, models, args) for p in EXACT] if python else [],
                "any": best_model(python, drivers, ANY, models, args) if python else none,
            }
        results.append(result)
        text = line(result)
        print(text, flush=True)
        table += text + "\n"
    every = "\n| puzzle | " + " | ".join(p[0] for p in EXACT) + " |\n"
    every += "|---" * (len(EXACT) + 1) + "|\n"
    for result in results:
        cells = [f"{seconds(r)}, {mebibytes(r)} MiB" for r in result["exact"]]
        every += f"| {result['row']} | " + " | ".join(cells) + " |\n"
    if python:
        print(every)
        table += every
    if args.output:
        args.output.write_text(table)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    disagree = [r["row"] for r in results if "**NO**" in line(r)]
    if disagree:
        sys.exit("lengths differ: " + ", ".join(disagree))


if __name__ == "__main__":
    main()
