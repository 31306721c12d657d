#!/usr/bin/env python3
"""Linear and integer programs of peg solitaire: the tests of puzzlec beside HiGHS and lp_solve.

Every problem is one that a test of puzzlec refutes. The peers get the program of the test that refutes it, once
whole, as published, and once reduced by the thickness of the jumps, and have to find it infeasible. The time of
puzzlec is that of all tests up to that one, with the thickness and an exact proof.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
VENV = ROOT / "target" / "programs-venv"
HIGHSPY = "highspy==1.15.1"
INFINITY = float("inf")
TESTS = {
    "resource count": "cone",
    "whole numbers of moves": "ilp",
    "quadratic": "flat_lp",
    "quadratic in whole numbers": "flat_ilp",
    "depth and height": "dh",
}


def interpreter():
    """This script once more, where HiGHS is installed."""
    python = VENV / "bin" / "python"
    if pathlib.Path(sys.prefix) == VENV:
        return
    if not python.exists():
        venv.create(VENV, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", HIGHSPY], check=True)
    os.execv(python, [str(python), *sys.argv])


class Program:
    """Columns with bounds, rows with bounds: is there a point?"""

    def __init__(self, board, problem, test, whole):
        jumps, cells = board["jumps"], range(board["cells"])
        start, goal = problem["start"], problem["goal"]
        bounds = None if whole else problem["bounds"]
        self.integer = test in ("ilp", "flat_ilp", "dh")
        self.upper, self.rows, self.low, self.high = [], [], [], []
        most = lambda f: INFINITY if bounds is None else bounds[f]
        alive = [f for f in range(len(jumps)) if most(f) > 0]
        x = {f: self.column(most(f)) for f in alive}
        if test in ("cone", "ilp"):
            rows = {(a, a): [] for a in cells}
            y = {}
        else:
            rows = {(a, b): [] for a in cells for b in cells if a <= b}
            y = {(f, a): self.column(most(f)) for f in alive for a in cells if a not in jumps[f]}
        put = lambda a, b, column, by: rows.get((min(a, b), max(a, b)), []).append((column, by))
        for f in alive:
            p, q, r = jumps[f]
            for a, b, by in ((p, p, 1), (q, q, 1), (p, q, 1), (r, r, -1)):
                put(a, b, x[f], by)
        for (f, a), column in y.items():
            p, q, r = jumps[f]
            for cell, by in ((p, 1), (q, 1), (r, -1)):
                put(a, cell, column, by)
            self.row([(column, 1), (x[f], -1)], -INFINITY, 0)
        for (a, b), terms in rows.items():
            right = start[a] * start[b] - goal[a] * goal[b]
            self.row(terms, right, right)
        if test == "dh":
            for cell, (low, high) in zip(cells, problem["ranges"]):
                terms = [(x[f], 1) for f in alive if cell in jumps[f]]
                terms += [(column, 1) for (_, a), column in y.items() if a == cell]
                self.row(terms, low, high)

    def column(self, upper):
        self.upper.append(upper)
        return len(self.upper) - 1

    def row(self, terms, low, high):
        self.rows.append(terms)
        self.low.append(low)
        self.high.append(high)

    def model(self):
        """In HiGHS."""
        import highspy

        infinity = highspy.kHighsInf
        solver = highspy.Highs()
        solver.silent()
        solver.setOptionValue("threads", 1)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.upper), len(self.rows)
        model.col_cost_ = [0.0] * len(self.upper)
        model.col_lower_ = [0.0] * len(self.upper)
        model.col_upper_ = [infinity if u == INFINITY else float(u) for u in self.upper]
        model.row_lower_ = [-infinity if v == -INFINITY else float(v) for v in self.low]
        model.row_upper_ = [float(v) for v in self.high]
        starts, index, value = [0], [], []
        for terms in self.rows:
            index += [column for column, _ in terms]
            value += [float(by) for _, by in terms]
            starts.append(len(index))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = starts, index, value
        if self.integer:
            model.integrality_ = [highspy.HighsVarType.kInteger] * len(self.upper)
        solver.passModel(model)
        return solver

    def highs(self, limit):
        """Seconds, and whether it was refuted."""
        import highspy

        solver = self.model()
        solver.setOptionValue("time_limit", limit)
        begun = time.perf_counter()
        solver.run()
        seconds = time.perf_counter() - begun
        return seconds, solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible

    def thickness(self):
        """Seconds for the largest count of every jump, each from the solution of the last."""
        import highspy

        solver = self.model()
        solver.setOptionValue("presolve", "off")
        solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
        begun = time.perf_counter()
        for column in range(len(self.upper)):
            solver.changeColCost(column, 1.0)
            solver.run()
            solver.changeColCost(column, 0.0)
        return time.perf_counter() - begun

    def lp_solve(self, limit):
        """The same: the time that lp_solve says it needed after it had read the program."""
        lines = ["min: ;"]
        for terms, low, high in zip(self.rows, self.low, self.high):
            if not terms:
                # A row without columns cannot be written.
                if low > 0 or high < 0:
                    return 0.0, True
                continue
            left = " ".join(f"{by:+d} x{column}" for column, by in terms)
            if low == high:
                lines.append(f"{left} = {high};")
            elif low == -INFINITY:
                lines.append(f"{left} <= {high};")
            else:
                lines += [f"{left} >= {low};", f"{left} <= {high};"]
        lines += [f"x{column} <= {upper};" for column, upper in enumerate(self.upper) if upper != INFINITY]
        if self.integer:
            lines.append("int " + ",".join(f"x{column}" for column in range(len(self.upper))) + ";")
        with tempfile.NamedTemporaryFile("w", suffix=".lp") as file:
            file.write("\n".join(lines))
            file.flush()
            command = ["lp_solve", "-time", "-S4", "-timeout", str(int(limit)), file.name]
            try:
                text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit + 5).stdout
            except subprocess.TimeoutExpired:
                return limit, False
        solved = re.search(r"CPU Time for solving: ([\d.]+)s", text)
        return float(solved[1]) if solved else limit, "infeasible" in text


def main():
    interpreter()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--limit", type=float, default=15, help="seconds for a peer and a program")
    parser.add_argument("--from", dest="source", help="what `cargo bench -p puzzlec-benches --bench programs` printed")
    options = parser.parse_args()
    if options.source:
        text = pathlib.Path(options.source).read_text()
    else:
        command = ["cargo", "bench", "-p", "puzzlec-benches", "--bench", "programs", "--", str(options.problems)]
        text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    board, *problems = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    table = collections.defaultdict(lambda: collections.defaultdict(lambda: [0.0, 0]))
    counts = collections.Counter()
    for number, problem in enumerate(problems):
        test = TESTS[problem["test"]]
        counts[test] += 1
        table[test]["puzzlec"][0] += problem["ms"] / 1e3
        if test != "cone":
            table[test]["HiGHS, thickness"][0] += Program(board, problem, "cone", True).thickness()
        for whole in (True, False):
            if not whole and test == "cone":
                continue
            program = Program(board, problem, test, whole)
            for name, solve in (("HiGHS", program.highs), ("lp_solve", program.lp_solve)):
                cell = table[test][f"{name}, {'whole' if whole else 'reduced'}"]
                seconds, refuted = solve(options.limit)
                cell[0] += seconds
                cell[1] += not refuted
        print(f"\r{number + 1}/{len(problems)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    names = ["puzzlec", "HiGHS, whole", "lp_solve, whole"]
    names += ["HiGHS, thickness", "HiGHS, reduced", "lp_solve, reduced"]
    print("| refuted by | problems | " + " | ".join(names) + " |")
    print("|---|---|" + "---|" * len(names))
    total = {name: [0.0, 0] for name in names}
    for name, test in TESTS.items():
        if counts[test]:
            for peer in names:
                total[peer] = [total[peer][i] + table[test][peer][i] for i in (0, 1)]
            row = [shown(table[test][peer]) if peer in table[test] else "" for peer in names]
            print(f"| {name} | {counts[test]} | " + " | ".join(row) + " |")
    print(f"| all | {len(problems)} | " + " | ".join(shown(total[name]) for name in names) + " |")


def shown(cell):
    seconds, left = cell
    return f"{seconds:.3f} s" + (f", {left} left" if left else "")


if __name__ == "__main__":
    main()
