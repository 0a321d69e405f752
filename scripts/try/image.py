#!/usr/bin/env python3
"""Runs a Dockerfile's steps in folders instead of images, for machines without Docker.

    image.py DOCKERFILE CONTEXT WORK       leaves WORK/<stage>/ for each stage and WORK/image.json for the last one

It supports the instructions of Hearth's Dockerfile and refuses others. FROM swift:… is a Debian of that release with
the toolchain of this machine, FROM debian:… one with the base packages; scripts/try/make-root makes both.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The packages that the official image adds to Debian for the toolchain.
TOOLCHAIN_PACKAGES = (
    "ca-certificates git binutils libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libpython3.11 libsqlite3-0 "
    "libstdc++-12-dev libxml2 libz3-dev tzdata unzip zlib1g-dev"
).split()


def instructions(text):
    """Joins continued lines; yields instruction, rest."""
    joined = re.sub(r"\\\n", " ", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")))
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, rest = line.partition(" ")
        yield name.upper(), rest.strip()


def toolchain():
    """Returns the folder with usr/bin/swift."""
    return pathlib.Path(shutil.which("swift")).resolve().parents[2]


def redirections():
    """Returns mounts and environment for the URL replacements of this machine's git, for use in a root."""
    found = subprocess.run(
        ["git", "config", "-z", "--get-regexp", r"^url\..*\.insteadof$"], capture_output=True).stdout.decode()
    pairs = [entry.partition("\n")[::2] for entry in filter(None, found.split("\0"))]
    folders = {key[len("url."):-len(".insteadof")].rstrip("/") for key, _ in pairs}
    variables = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for index, (key, value) in enumerate(pairs):
        variables |= {f"GIT_CONFIG_KEY_{index}": key, f"GIT_CONFIG_VALUE_{index}": value}
    return [folder for folder in sorted(folders) if pathlib.Path(folder).is_dir()], variables


# The certificate authorities of this machine, for downloads by pip in a root: a company's proxy may sign with its own.
AUTHORITIES = pathlib.Path("/etc/ssl/certs")


class Stage:
    def __init__(self, base, work, name):
        self.root = work / name
        self.root.mkdir(parents=True)
        self.environment, self.user, self.folder = {}, "0:0", "/"
        self.settings, self.mounts = {}, ""
        image, _, tag = base.partition(":")
        suite = re.search(r"bookworm|trixie", tag)
        if image not in ("swift", "debian") or not suite:
            sys.exit(f"FROM {base}: not supported")
        packages = TOOLCHAIN_PACKAGES if image == "swift" else []
        subprocess.run(
            [HERE / "make-root", self.root, *packages], check=True,
            env={**os.environ, "HEARTH_TRY_SUITE": suite.group()})
        if image == "swift":
            folders, variables = redirections()
            self.mounts = " ".join(
                [f"{toolchain()}:/opt/swift", f"{AUTHORITIES}:/opt/authorities"] + [f"{folder}:{folder}" for folder in folders])
            self.environment |= {
                "PATH": "/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "PIP_CERT": "/opt/authorities/ca-certificates.crt", **variables}

    def run(self, command):
        # Docker sets HOME if the image does not.
        variables = ["HOME=/root"] + [f"{name}={value}" for name, value in self.environment.items()]
        user, _, group = self.user.partition(":")
        run = subprocess.run(
            [HERE / "in-root", self.root, "env", "-C", self.folder, *variables, "setpriv", "--reuid", user,
             "--regid", group or user, "--clear-groups", "sh", "-c", command],
            env={**os.environ, "HEARTH_TRY_MOUNTS": self.mounts}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode != 0:
            sys.exit(run.stdout.decode(errors="replace")[-10000:])

    def inside(self, path):
        return self.root / str(pathlib.PurePosixPath(self.folder) / path).lstrip("/")


def copy_context(context, target):
    """Returns the files that git tracks or does not ignore; .dockerignore leaves the same."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=context, check=True,
        capture_output=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        if (context / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(context / name, target / name)


def main():
    dockerfile, context, work = map(pathlib.Path, sys.argv[1:4])
    stages, stage = {}, None
    for name, rest in instructions(dockerfile.read_text()):
        print(f"{name} {rest}", flush=True)
        if name == "FROM":
            base, _, alias = rest.partition(" AS ")
            stage = stages[alias or "final"] = Stage(base, work, alias or "final")
        elif name == "RUN":
            stage.run(rest)
        elif name == "COPY":
            words = rest.split()
            if words[0].startswith("--from="):
                source = stages[words[0].split("=")[1]]
                stage.inside(words[2]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source.inside(words[1]), stage.inside(words[2]))
            elif words == [".", "."]:
                copy_context(context, stage.inside("."))
            else:
                sys.exit(f"COPY {rest}: not supported")
        elif name == "ENV":
            stage.environment.update(word.split("=", 1) for word in rest.split())
        elif name == "USER":
            stage.user = rest
        elif name == "WORKDIR":
            stage.folder = rest
            stage.inside(".").mkdir(parents=True, exist_ok=True)
        elif name in ("VOLUME", "EXPOSE", "STOPSIGNAL"):
            stage.settings[name] = rest
        elif name in ("ENTRYPOINT", "CMD"):
            stage.settings[name] = json.loads(rest)
        elif name == "HEALTHCHECK":
            stage.settings[name] = json.loads(rest.split(" CMD ")[1])
        else:
            sys.exit(f"{name}: not supported")
    image = {"environment": stage.environment, "user": stage.user, "folder": stage.folder, **stage.settings}
    (work / "image.json").write_text(json.dumps(image))


main()
