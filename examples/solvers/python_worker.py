"""Knuth's Algorithm X on sets, asked in lines of JSON."""
import json, sys, time

def search(items, options, chosen, found, most, count):
    count[0] += 1
    if not items:
        found.append(list(chosen))
        return
    item = min(items, key=lambda i: len(items[i]))
    for k in sorted(items[item]):
        if most is None or len(found) < most:
            out = {o for i in options[k] for o in items.get(i, ())}
            rest = {i: items[i] - out for i in items if i not in options[k]}
            search(rest, options, chosen + [k], found, most, count)

for line in sys.stdin:
    question, begun, found, count = json.loads(line), time.process_time_ns(), [], [0]
    lines = [set(text.split()) for text in question["input"].splitlines()]
    items = {i: {k for k, option in enumerate(lines[1:]) if i in option} for i in lines[0]}
    search(items, lines[1:], [], found, question["solutions"], count)
    reply = {"status": "solved" if found else "none", "solutions": found, "nodes": count[0]}
    print(json.dumps({"id": question["id"], "cpu_ns": time.process_time_ns() - begun, **reply}), flush=True)
