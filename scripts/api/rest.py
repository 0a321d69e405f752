"""Generates requests from `/openapi.json` by Schemathesis and compares the responses with the document."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SEED = 15

# Requests after which the account, the session, the data or the whole server is not as before. They run last.
DESTRUCTIVE = re.compile(
    r"(DELETE|POST|PUT|PATCH) ("
    r"/api/v1/auth/logout|/api/auth/logout|/api/auth/password|/api/v1/users/me/password|"
    r"/api/v1/admin/(users/|connections/|backups).*|/dev/.*)|DELETE /api/v1/users/me")

# Requests that Schemathesis does not send.
EXCLUDED = {
    # Faults would be reported as failures of the operations that they disturb.
    "POST /dev/faults",
    # It moves the expiry of all tokens.
    "PUT /dev/clock",
    # A long poll: a request may take 25 s.
    "GET /dev/traffic",
}

# Checks that are off, and why.
EXCLUDED_CHECKS = [
    # A valid body can be refused by rules that a schema does not state: a name that is taken, a wrong password, a token
    # that is not of this server, a state that does not allow the request. The generated bodies are mostly such ones.
    "positive_data_acceptance",
    # The server ignores unknown members and parameters (docs/api/README.md#content), and accepts null for optional ones.
    "negative_data_rejection",
]


def check(server, fast):
    document = server.request("GET", "/openapi.json")
    names = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    last = {name for name in names if DESTRUCTIVE.fullmatch(name)}
    excluded = EXCLUDED & names
    # Logged in before the generated requests, whose wrong passwords lock the account for a while.
    admin = server.log_in("admin", "admin123")
    return run(server, fast, last | excluded, "rest", admin, seconds=400 if fast else 1800) + run(
        server, fast, names - last | excluded, "last", admin, seconds=120 if fast else 400)


def configuration(server, excluded, fast, account, admin):
    """Returns the configuration file of Schemathesis. `admin` is the access token of an administrator."""
    token = server.sign_up(account)
    sections = [
        f"seed = {SEED}", "workers = 1", "request-timeout = 20.0", "continue-on-failure = true",
        f'headers = {{ Authorization = "Bearer {token}" }}', "[generation]", f"max-examples = {3 if fast else 60}",
    ]
    # A proxy answers some methods itself.
    for name in EXCLUDED_CHECKS + (["unsupported_method"] if server.has_proxy else []):
        sections += [f"[checks.{name}]", "enabled = false"]
    sections += [
        "[[operations]]", 'include-path-regex = "^/api/v1/(admin|invitations)"',
        f'headers = {{ Authorization = "Bearer {admin}" }}',
    ]
    sections += ["[[operations]]", f"include-name = {json.dumps(sorted(excluded))}", "enabled = false"]
    return "\n".join(sections) + "\n"


def run(server, fast, excluded, account, admin, seconds):
    """Runs Schemathesis once, with a new account. Returns its failures. Longer than `seconds` is one as well."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "schemathesis.toml").write_text(configuration(server, excluded, fast, account, admin))
        phases = "examples,coverage,fuzzing" if fast else "examples,coverage,fuzzing,stateful"
        command = [
            os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file",
            str(folder / "schemathesis.toml"), "run", f"{server.url}/openapi.json", "--phases", phases,
            "--no-color", "--warnings", "off",
        ]
        with open(folder / "output", "wb+") as output:
            process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
            try:
                status = process.wait(seconds)
            except subprocess.TimeoutExpired:
                status = f"no end after {seconds} s"
            finally:
                process.kill()
                process.wait()
        text = (folder / "output").read_text(errors="replace")
    print("\n".join(line for line in text.splitlines() if re.search("Tested:|generated|passed|unique failures", line)))
    if status and "Inconsistent results" in text and " FAILURES " not in text and account != "again":
        # Its generator gave up on a schema because of the time that it took. No response differed.
        return run(server, fast, excluded, "again", admin, seconds)
    return [] if status == 0 else [f"Schemathesis: {status}\n{text}"]
