"""How an attack tells what came of it: a JSON line per figure, for `docs/figures.md`."""

import json


def figure(name, value, unit, must, ok, on):  # noqa: PLR0917 - a figure's six fields, in order
    told = {"name": f"attacks.{name}", "value": value, "unit": unit, "must": must, "ok": ok}
    print(json.dumps({**told, "on": on}), flush=True)
    return ok
