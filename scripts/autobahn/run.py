"""Runs the Autobahn fuzzing client (in its venv, see `setup`) and summarises its results."""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ["OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED", "FAILED"]
BAD = ("UNIMPLEMENTED", "FAILED")
LONG = ["1[23].*.[789]", "1[23].*.10", "1[23].*.1[2-8]"]
GOOD_CLOSE = ("OK", "INFORMATIONAL")


def arguments():
    p = argparse.ArgumentParser(
        prog="run", description="Runs the Autobahn fuzzing client against a WebSocket echo endpoint.")
    p.add_argument("url", help="ws://HOST:PORT/PATH?QUERY (or wss://, certificates are not checked)")
    p.add_argument("case", nargs="*", help="ids, prefixes or globs: 6  6.4  '12.*.[1-3]'  (default: all)")
    p.add_argument("--fast", action="store_true", help="leave out group 9 (limits, performance)")
    p.add_argument("--short", action="store_true",
                   help="leave out the messages above 8 KiB in groups 12 and 13, which take most of the time")
    p.add_argument("--strict", action="store_true", help="count NON-STRICT as failed")
    p.add_argument("--skip", action="append", default=[], metavar="CASE", help="leave these out (repeatable)")
    p.add_argument("--header", action="append", default=[], metavar="'N: V'",
                   help="extra header of the upgrade request (repeatable)")
    p.add_argument("--origin", default="", help="Origin header")
    p.add_argument("--protocol", action="append", default=[], help="offer a subprotocol (repeatable)")
    p.add_argument("--limit", type=int, default=3600, metavar="S", help="limit for the whole run (default 3600)")
    p.add_argument("--case-limit", type=int, default=300, metavar="S", help="limit for one case (default 300)")
    p.add_argument("--retries", type=int, default=1, metavar="N",
                   help="run failed cases again, up to N times, where at most 20 failed (default 1)")
    p.add_argument("--engine", choices=["py2", "py3"], help="default: what `setup` chose")
    p.add_argument("--report", metavar="DIR", help="keep the suite's own report (HTML, JSON with wire logs)")
    p.add_argument("--verbose", action="store_true", help="name each case as it starts")
    a = p.parse_intermixed_args()
    if not a.url.startswith(("ws://", "wss://")):
        p.error("not a WebSocket URL: " + a.url)
    if any(":" not in h for h in a.header):
        p.error("a header needs a colon")
    return a


def die(message):
    print("run: " + message, file=sys.stderr)
    sys.exit(2)


def engine(name):
    home = os.environ.get("AUTOBAHN_HOME") or os.path.join(HERE, "..", "..", ".build", "autobahn")
    try:
        with open(os.path.join(home, "engine")) as f:
            name = name or f.read().strip()
    except OSError:
        die("not set up yet, run `setup` first")
    python = os.path.join(home, name, "bin", "python")
    if not os.access(python, os.X_OK):
        die("no %s here, run `setup %s`" % (name, name))
    return name, python


def fuzz(python, a, directory, cases, skip, limit, keep):
    """Runs the fuzzing client once. Returns the planned ids and the results."""
    os.mkdir(directory)
    spec = os.path.join(directory, "spec.json")
    with open(spec, "w") as f:
        json.dump({"dir": directory, "url": a.url, "case_limit": a.case_limit, "report": bool(a.report),
                   "origin": a.origin, "protocols": a.protocol, "cases": cases, "skip": skip,
                   "headers": [[s.strip() for s in h.split(":", 1)] for h in a.header]}, f)
    with open(os.path.join(directory, "log"), "wb") as log, open(os.path.join(directory, "errors"), "wb") as errors:
        child = subprocess.Popen([python, "-u", "-W", "ignore", os.path.join(HERE, "driver.py"), spec], cwd=directory,
                                 stdin=subprocess.DEVNULL, stdout=None if a.verbose else log, stderr=errors)
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            if child.poll() is None:
                child.send_signal(signal.SIGKILL)
                child.wait()

    with open(errors.name, errors="replace") as f:
        output = f.read().splitlines()
    plan = load(os.path.join(directory, "plan.json"), [])
    if not plan:
        die("\n".join(output[-20:]) or "the fuzzing client did not start")
    if output:
        more = ["... %d lines more" % (len(output) - 20)] if len(output) > 20 else []
        print("\n".join("client: " + s for s in output[:20] + more))
    with open(log.name, errors="replace") as f:
        for line in f:
            if line.startswith("Connection to ") and " failed " in line:
                print(line.rstrip())
    if status is None:
        print("interrupted: the limit for the whole run is %d s" % a.limit)
    elif status:
        print("the fuzzing client ended with status %d" % status)
    results = {}
    path = os.path.join(directory, "results.jsonl")
    for line in open(path) if os.path.exists(path) else []:
        try:
            r = json.loads(line)
        except ValueError:  # an incomplete line
            continue
        results[r["id"]] = r
    if a.report and os.path.isdir(os.path.join(directory, "report")):
        shutil.copytree(os.path.join(directory, "report"), keep, dirs_exist_ok=True)
        if os.path.exists(os.path.join(directory, "traces")):
            shutil.copy(os.path.join(directory, "traces"), keep)
    return plan, results


def load(path, default):
    try:
        with open(path) as f:
            return json.load(f)
    except OSError:
        return default


def kind(r):
    """Classifies a case by its behavior and its closing behavior."""
    if r is None or r["behavior"] not in KINDS:
        return "FAILED"
    b, c = r["behavior"], r["behaviorClose"]
    if b == "UNIMPLEMENTED" or c in GOOD_CLOSE:
        return b
    if c == "WRONG CODE":  # only a SHOULD; if a case is about the code, the suite also fails its behavior
        return "NON-STRICT" if b == "OK" else b
    return "FAILED"  # FAILED, UNCLEAN, FAILED BY CLIENT (the server did not close the TCP connection)


def main():
    global BAD
    a = arguments()
    if a.strict:
        BAD += ("NON-STRICT",)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the client is terminated too
    name, python = engine(a.engine)
    start = time.monotonic()
    again = {}  # id -> the first failure, for cases that passed when repeated

    with tempfile.TemporaryDirectory(prefix="autobahn.") as tmp:
        skip = a.skip + (["9"] if a.fast else []) + (LONG if a.short else [])
        plan, results = fuzz(python, a, os.path.join(tmp, "0"), a.case or ["*"], skip, a.limit, a.report)
        for n in range(1, a.retries + 1):
            failed = [i for i in plan if kind(results.get(i)) in BAD]
            left = a.limit - (time.monotonic() - start)
            if not failed or len(failed) > 20 or left < 1:
                break
            keep = a.report and os.path.join(a.report, "again-%d" % n)
            _, more = fuzz(python, a, os.path.join(tmp, str(n)), failed, [], left, keep)
            for i, r in more.items():
                if kind(r) not in BAD:
                    again[i] = results.get(i)
                    results[i] = r

    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    table, listed = {}, []
    for i in plan:
        r = results.get(i)
        k = kind(r)
        table.setdefault(int(i.split(".")[0]), dict.fromkeys(KINDS, 0))[k] += 1
        if r and (k != "OK" or r["behaviorClose"] != "OK"):
            listed.append((i, k, r))
    print("%-6s" % "group" + "".join("%15s" % k for k in KINDS))
    for g in sorted(table):
        print("%-6d" % g + "".join("%15s" % (table[g][k] or ".") for k in KINDS))
    print("%-6s" % "all" + "".join("%15d" % sum(t[k] for t in table.values()) for k in KINDS))

    row = "%-8s %-14s %-14s %-17s %-5s %s"
    if listed:
        print("\n" + row % ("case", "counts as", "behavior", "behaviorClose", "code", "verdict of the suite"))
    for i, k, r in listed:
        said = [r["result"]] if r["behavior"] != "NON-STRICT" and r["behavior"] != "OK" else []
        if r["behaviorClose"] not in GOOD_CLOSE and r["resultClose"] not in said:
            said.append(r["resultClose"])
        if "handshake was never completed" in r["resultClose"]:
            said = [r["resultClose"], r["wasNotCleanReason"] or ""]
        code = "-" if r["remoteCloseCode"] is None else r["remoteCloseCode"]
        print((row % (i, k, r["behavior"], r["behaviorClose"], code, " / ".join(said))).rstrip())

    def lines(title, ids):
        print("\n" + "\n".join(textwrap.wrap(title + " " + " ".join(ids), 110, subsequent_indent="  ")))

    missing = [i for i in plan if i not in results]
    if missing:
        lines("did not run, count as FAILED:", missing)
    if again:
        lines("failed first, passed when run again:", [
            "%s (%s)" % (i, "did not run" if r is None else "%s, close %s" % (r["behavior"], r["behaviorClose"]))
            for i, r in again.items()])

    failed = sum(t[k] for t in table.values() for k in BAD)
    print("\nsuite on %s, %d s" % (name, time.monotonic() - start))
    print("autobahn: %d passed, %d failed of %d" % (len(plan) - failed, failed, len(plan)))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
