"""Knuth's Algorithm X on sets, asked in lines of JSON."""
import json, sys, time

def read(text):
    """The primary items, and each option as a mapping from its items to their colors (None: no color)."""
    first, *lines = text.splitlines()
    words = [[word.partition(":") for word in line.split()] for line in lines]
    return first.partition(" | ")[0].split(), [{i: color or None for i, _, color in option} for option in words]

def search(items, options, users, chosen, found, most, count):
    count[0] += 1
    if not items:
        found.append(list(chosen))
        return
    item = min(items, key=lambda i: len(items[i]))
    for k in sorted(items[item]):
        if most is None or len(found) < most:
            # Options that share an item exclude each other, unless they give it the same color.
            out = {o for i, color in options[k].items() for o in users[i] if not color or options[o][i] != color}
            rest = {i: items[i] - out for i in items if i not in options[k]}
            search(rest, options, users, chosen + [k], found, most, count)

def answer(question):
    primary, options = read(question["input"])
    if any("|" in item for item in primary):
        return {"status": "unsupported"}  # an item that several options cover, as `2:3|a`
    users, found, count = {}, [], [0]
    for k, option in enumerate(options):
        for i in option:
            users.setdefault(i, set()).add(k)
    search({i: users.get(i, set()) for i in primary}, options, users, [], found, question["solutions"], count)
    return {"status": "solved" if found else "none", "solutions": found, "nodes": count[0]}

for line in sys.stdin:
    question, begun = json.loads(line), time.process_time_ns()
    reply = answer(question)
    print(json.dumps({"id": question["id"], "cpu_ns": time.process_time_ns() - begun, **reply}), flush=True)
