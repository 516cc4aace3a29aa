#!/usr/bin/env python3
"""Orders the sets that `Benchmarks sets FOLDER` wrote with OR-tools CP-SAT, for comparison.

Usage: cp_sat.py FOLDER [SECONDS]

Each set is a path through all tracks at the least cost: a circuit with one more node that joins the
end to the beginning. CP-SAT counts in whole numbers, so costs are taken in millionths. Needs
`pip install ortools`; mucat itself does not.
"""

import json
import sys
import time
from pathlib import Path

from ortools.sat.python import cp_model

SCALE = 1_000_000


def order(count, steps, seconds):
    """Return the cost, the proven bound, and the CPU seconds that CP-SAT took."""
    model = cp_model.CpModel()
    arcs, terms = [], []
    for one in range(count):
        arcs.append((count, one, model.new_bool_var(f"starts {one}")))
        arcs.append((one, count, model.new_bool_var(f"ends {one}")))
        for other in range(count):
            if one != other:
                follows = model.new_bool_var(f"{one} {other}")
                arcs.append((one, other, follows))
                terms.append(round(steps[one * count + other] * SCALE) * follows)
    model.add_circuit(arcs)
    model.minimize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    start = time.process_time()
    status = solver.solve(model)
    taken = time.process_time() - start
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, solver.best_objective_bound / SCALE, taken
    return solver.objective_value / SCALE, solver.best_objective_bound / SCALE, taken


def main():
    """Print a table: what both programs reach, what they prove, how long they take."""
    folder = Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    files = sorted(folder.glob("set*.json"), key=lambda path: int(path.stem[3:]))
    print(f"CP-SAT: one worker, at most {seconds:g} s of wall time a set")
    print("tracks  mucat cost   bound  CPU s    CP-SAT cost   bound  CPU s")
    for path in files:
        record = json.loads(path.read_text())
        cost, bound, taken = order(record["count"], record["steps"], seconds)
        found = "   none" if cost is None else f"{cost:7.4f}"
        print(
            f"{record['count']:6d}     {record['cost']:7.4f} {record['bound']:7.4f} "
            f"{record['seconds']:6.2f}        {found} {bound:7.4f} {taken:6.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
