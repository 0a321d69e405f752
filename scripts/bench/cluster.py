"""Several nodes on PostgreSQL: their costs against SQLite, pgbench and one node, and the latency between nodes."""

import glob
import os
import re
import statistics
import sys
import time

from processes import HERE, KEY, ROOT, account, run

sys.path[1:1] = [str(ROOT / "scripts" / name) for name in ("cluster", "faults", "servers")]

from databases import Postgres  # noqa: E402

NODES = 3
USERS = 1000
CONNECTIONS = 64
WRITERS = 8
# The limits on one client do not apply to the load of a thousand.
RELAXED = {
    "HEARTH_AUTH_SIGNING_KEY": KEY, "HEARTH_LIMITS_WRITES_PER_MINUTE": "0", "HEARTH_LIMITS_BYTES_PER_USER": "0",
    "HEARTH_CHAT_MESSAGES_PER_MINUTE": "0", "HEARTH_CHAT_CONNECTIONS_PER_MINUTE": "100000",
    "HEARTH_LOG_LEVEL": "warning", "HEARTH_STORAGE_WRITERS": str(WRITERS),
}


class ClusterBench:
    """Rounds of one node on SQLite, one on PostgreSQL and three on PostgreSQL, with the same load."""

    def __init__(self, bench, report, rounds, seconds, meal):
        self.bench, self.report, self.rounds, self.seconds = bench, report, rounds, seconds
        self.postgres = Postgres()
        self.schema = self.postgres.make_schema()
        with self.node():
            pass
        accounts = [account(index) for index in range(USERS)]
        file = os.path.join(self.postgres.folder, "accounts.sql")
        with open(file, "w") as out:
            out.writelines(statements for statements, _ in accounts)
        self.psql("-f", file)
        self.tokens = self.bench.folder / "cluster-tokens"
        self.tokens.write_text("".join(token + "\n" for _, token in accounts))
        self.admin = accounts[0][1]
        self.posts = [
            bench.request("POST", "/api/v1/meal-logs/batch", meal, token) for _, token in accounts[:CONNECTIONS]]
        self.sqlite_posts = [
            bench.request("POST", "/api/v1/meal-logs/batch", meal, token) for token in bench.tokens[:CONNECTIONS]]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.postgres.__exit__(*error)

    def node(self):
        data = self.bench.folder / f"node-{time.monotonic_ns()}"
        return self.bench.hearth(
            data=data, options=(), loops=0, environment={
                **RELAXED, "HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_STORAGE_URL": self.postgres.url(self.schema)})

    def psql(self, *arguments):
        return self.postgres.run(
            "psql", "-h", self.postgres.folder, "-p", str(self.postgres.port), "-U", self.postgres.user, "-d",
            "postgres", "-Xqv", "ON_ERROR_STOP=1", "-c", f"SET search_path TO {self.schema}", *arguments)

    def load(self, servers, posts):
        """One round. - Returns: meals a second, and CPU seconds of all servers for each."""
        before = sum(server.cpu_seconds() for server in servers)
        ports = ",".join(str(server.port) for server in servers)
        result = self.bench.load("http", ports, CONNECTIONS, self.seconds, *posts)
        cost = sum(server.cpu_seconds() for server in servers) - before
        return result["count"] / result["seconds"], cost / result["count"]

    def pgbench(self):
        """The transactions of such meals by PostgreSQL's own client, over as many connections. - Returns: meals a second."""
        text = self.postgres.run(
            "pgbench", "-n", "-M", "prepared", "-c", str(WRITERS), "-T", str(max(1, round(self.seconds))), "-f",
            str(HERE / "meal.pgbench"), "-h", "127.0.0.1", "-p", str(self.postgres.port), "-U", self.postgres.user,
            "postgres")
        return float(re.search(r"tps = ([\d.]+)", text)[1])

    def meals(self):
        print(f"Meals stored on PostgreSQL, {CONNECTIONS} connections, {WRITERS} writers on each node")
        self.psql("-c", f"ALTER ROLE {self.postgres.user} SET search_path TO {self.schema}")
        costs, rates, shares, own = [], [], [], []
        with self.bench.hearth(options=(), loops=0, environment=RELAXED) as sqlite, self.node() as one:
            for _ in range(self.rounds):
                _, sqlite_cost = self.load([sqlite], self.sqlite_posts)
                rate, cost = self.load([one], self.posts)
                rates.append(rate / self.pgbench())
                costs.append(cost / sqlite_cost)
                own.append((rate, cost))
            with self.node() as two, self.node() as three:
                for _ in range(self.rounds):
                    _, cost = self.load([one], self.posts)
                    _, shared = self.load([one, two, three], self.posts)
                    shares.append(shared / cost)
        cost, rate, share = (statistics.median(values) for values in (costs, rates, shares))
        self.report("CPU of a meal against SQLite", f"{cost:.2f}", 1.5, cost <= 1.5, self.detail(costs, (
            f"{statistics.median(c for _, c in own) * 1e6:.0f} us")))
        self.report("meals a second against pgbench", f"{rate:.2f}", 0.6, rate >= 0.6, self.detail(rates, (
            f"{statistics.median(r for r, _ in own):.0f}")))
        self.report(f"CPU of a meal, {NODES} nodes against one", f"{share:.2f}", 1.25, share <= 1.25,
            self.detail(shares))

    @staticmethod
    def detail(values, *more):
        return "; ".join([f"{min(values):.2f} to {max(values):.2f}", *more])

    def latencies(self, seconds):
        print("Latency between nodes")
        with self.node() as one, self.node() as two, self.node() as three:
            result = run(self.bench.folder / "notify", one.port, self.tokens, 200, seconds, two.port)
            lost = int(result["meals"] - result["delivered"])
            median, late = result["p50_us"] / 1000, result["p99_us"] / 1000
            name = "POST on one node to notification on another"
            self.report(f"{name}, median, ms", f"{median:.1f}", 4, median <= 4, f"{lost} not delivered")
            self.report(f"{name}, 99th percentile, ms", f"{late:.1f}", 10, late <= 10)
            rooms, members = 5, 20
            for room in range(rooms):
                one.post("/api/rooms", {"name": f"bench{room + 1}"}, self.admin)
            ports = ",".join(str(server.port) for server in (one, two, three))
            result = run(self.bench.folder / "chat", ports, self.tokens, rooms, members, 1, seconds, 1, 100)
            median = result["p50_us"] / 1000
            self.report("a chat message to another node, median, ms", f"{median:.1f}", 5, median <= 5,
                f"{rooms} rooms of {members}; 99th percentile {result['p99_us'] / 1000:.1f} ms")

    def takeover(self):
        """From the end of a process to the end of its place among the nodes."""
        times = []
        with self.node():
            for _ in range(self.rounds):
                with self.node() as victim:
                    began = time.monotonic()
                    victim.process.kill()
                    victim.process.wait()
                    while self.postgres.query("SELECT COUNT(*) FROM nodes", self.schema) != [["1"]]:
                        if time.monotonic() - began > 60:
                            raise SystemExit("the killed node was not taken over")
                    times.append(time.monotonic() - began)
        self.report("takeover after kill -9, s", f"{statistics.median(times):.1f}", 2, max(times) <= 2, self.detail(times))


def measure(bench, report, rounds, seconds, meal, fast):
    if not glob.glob("/usr/lib/postgresql/*/bin/initdb"):
        return print("Several nodes: not measured without PostgreSQL (scripts/install-packages postgresql libpq5)")
    with ClusterBench(bench, report, rounds, seconds, meal) as cluster:
        cluster.meals()
        cluster.latencies(4 if fast else 20)
        cluster.takeover()
