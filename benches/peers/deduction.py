#!/usr/bin/env python3
"""Deduction puzzles: puzzlec and clingo in turn, with the same statements.

    benches/peers/deduction.py                  all ten
    benches/peers/deduction.py Masyu Hashi      those whose names contain one of these words

Both find a solution and prove that there is no other. Processor time of whole processes; clingo's is also
shown as it reports it itself, without the start of Python. See README.md.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODELS = {
    "Slitherlink": "slitherlink", "Masyu": "masyu", "Hashi": "hashi", "Nurikabe": "nurikabe", "Islands": "islands",
}


def install(directory):
    """The Python of a virtual environment with clingo."""
    python = directory / "bin" / "python"
    if not python.exists():
        venv.create(directory, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "clingo==5.8.3"], check=True)
    return python


def run(command, limit):
    """Output, processor seconds and greatest resident memory in MiB of a process."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([str(c) for c in command], stdout=out, stderr=subprocess.STDOUT)
        begin = time.perf_counter()
        while True:
            done, _, used = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.perf_counter() - begin > limit:
                process.kill()
            time.sleep(0.005)
        out.seek(0)
        return out.read(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def best(command, args):
    """The run with the least processor time."""
    return min((run(command, args.limit) for _ in range(args.repeat)), key=lambda found: found[1])


def facts(name, text):
    """The clues of a puzzle's picture, as clingo reads them."""
    rows = [line.split() for line in re.search(r'"""\n(.*?)\n\s*"""', text, re.S)[1].splitlines()]
    clues = [(x, y, mark) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "?"]
    quote = '"' if name.startswith("Masyu") else ""
    return f"#const n={len(rows)}.\n" + "".join(f"clue({x},{y},{quote}{mark}{quote}).\n" for x, y, mark in clues)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="puzzles whose names contain one of these words")
    parser.add_argument("--limit", type=float, default=60, help="seconds a run [60]")
    parser.add_argument("--repeat", type=int, default=3, help="runs, of which the fastest counts [3]")
    parser.add_argument("--puzzlec", default=ROOT / "target/release/puzzlec", type=Path)
    parser.add_argument("--venv", default=ROOT / "target/clingo-venv", type=Path)
    args = parser.parse_args()
    python = install(args.venv)
    text = (HERE / "puzzles/deduction.puzzle").read_text()
    puzzles = re.findall(r"^puzzle (\w+) \{\n.*?^\}\n", text, re.S | re.M)
    blocks = {name: re.search(rf"^puzzle {name} \{{\n.*?^\}}\n", text, re.S | re.M)[0] for name in puzzles}
    head = text[: text.index("\npuzzle ")]
    print("| puzzle | clues | clingo s | by itself s | puzzlec s | ratio | MiB | certificate kB | with it s | verify s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    failed = False
    for name, block in blocks.items():
        if args.words and not any(word.lower() in name.lower() for word in args.words):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            puzzle, clues, proof = (Path(scratch) / file for file in ("a.puzzle", "clues.lp", "proof.json"))
            puzzle.write_text(f"{head}\n{block}")
            clues.write_text(facts(name, block))
            model = HERE / "clingo" / (MODELS[re.match("[A-Za-z]+?(?=[0-9])", name)[0]] + ".lp")
            theirs, their_time, _ = best([python, "-m", "clingo", model, clues, "2"], args)
            ours, our_time, memory = best([args.puzzlec, "test", puzzle], args)
            _, certified, _ = run([args.puzzlec, "solve", "--all", "--certificate", proof, puzzle], args.limit)
            verified, checked, _ = run([args.puzzlec, "verify", puzzle, proof], args.limit)
            own = re.search(r"CPU Time\s*: ([\d.]+)s", theirs)
            one = re.search(r"Models\s*: 1\n", theirs) and "1 passed, 0 failed" in ours
            agree = one and "there is no other" in verified
            failed |= not agree
            size = proof.stat().st_size / 1000 if proof.exists() else 0
            number = len(clues.read_text().splitlines()) - 1
            cells = [name, str(number), f"{their_time:.2f}", own[1] if own else "?", f"{our_time:.2f}",
                     f"{our_time / their_time:.1f}", f"{memory:.0f}", f"{size:.0f}", f"{certified:.2f}",
                     f"{checked:.2f}"]
            print("| " + " | ".join(cells) + " |" + ("" if agree else " **NO**"), flush=True)
    if failed:
        sys.exit("a puzzle was not found to have one solution, or its certificate was not verified")


if __name__ == "__main__":
    main()
