"""Exact covers by CP-SAT of OR-Tools, asked in lines of JSON."""
import json, sys, time
from ortools.sat.python import cp_model

def read(text):
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("|")]
    primary = lines[0][: lines[0].index("|")] if "|" in lines[0] else lines[0]
    return primary, lines[1:]

class Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables, most):
        super().__init__()
        self.variables, self.most, self.found = variables, most, []

    def on_solution_callback(self):
        self.found.append([k for k, v in enumerate(self.variables) if self.value(v)])
        if self.most is not None and len(self.found) >= self.most:
            self.stop_search()

def answer(question):
    primary, options = read(question["input"])
    model, by_item, by_color = cp_model.CpModel(), {}, {}
    chosen = [model.new_bool_var(str(k)) for k in range(len(options))]
    for variable, option in zip(chosen, options):
        for word in option:
            item, _, color = word.partition(":")
            by_color.setdefault(item, {}).setdefault(color or object(), []).append(variable)
            by_item.setdefault(item, []).append(variable)
    for item in primary:
        model.add_exactly_one(by_item.get(item, []))
    for item in by_item.keys() - set(primary):
        groups = []
        for same in by_color[item].values():  # options that agree on a color may stand together
            group = model.new_bool_var("")
            model.add_max_equality(group, same)
            groups.append(group)
        model.add_at_most_one(groups)
    solver, collect = cp_model.CpSolver(), Collect(chosen, question["solutions"])
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = question["seed"] % 2**31
    solver.parameters.enumerate_all_solutions = question["solutions"] != 1
    if question["time_ns"]:
        solver.parameters.max_time_in_seconds = question["time_ns"] / 1e9
    status = solver.solve(model, collect)
    enough = question["solutions"] is not None and len(collect.found) >= question["solutions"]
    ended = enough or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return {
        "status": ("solved" if collect.found else "none") if ended else "timeout",
        "solutions": collect.found if ended else [],
        "conflicts": solver.num_conflicts, "guesses": solver.num_branches,
    }

for line in sys.stdin:
    question, begun = json.loads(line), time.process_time_ns()
    reply = answer(question)
    print(json.dumps({"id": question["id"], "cpu_ns": time.process_time_ns() - begun, **reply}), flush=True)
