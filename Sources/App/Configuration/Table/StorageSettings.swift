import Storage
import StoragePostgres

/// `storage` and `limits`.
enum StorageSettings {
  static let all: [Setting] = [
    .choice(
      "storage.engine", "sqlite", [StorageEngineName.sqlite, .postgres], \.storageEngine,
      "`sqlite` keeps the data in the data folder. `postgres` keeps it in the PostgreSQL database of `storage.url`, for one server or "
        + "several; see [PostgreSQL](guides/postgresql.md)."),
    .text(
      "storage.url", "", \.postgres.url,
      "The PostgreSQL database, as `postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full` with any parameter of libpq.",
      isSecret: true),
    .text(
      "storage.password_file", "", \.storagePasswordFile,
      "A file with the password for `storage.url`, instead of one in the URL. It is read for each new connection."),
    .integer(
      "storage.writers", 8, 1...64, "threads", \.postgres.writers,
      "Threads that write with PostgreSQL, each with a connection. SQLite has one writer."),
    .choice(
      "storage.synchronous", "full", [SQLiteConfiguration.Synchronous.full, .normal], \.storage.synchronous,
      "For SQLite. `full`: a commit survives a power failure (except pieces of an answer that is still being written). `normal`: "
        + "faster.",
      danger: "With `normal`, a power failure may lose the last commits."),
    .integer(
      "storage.readers", 2, 1...64, "threads", \.storageReaders,
      "Threads that read. Half of them, but at least one, may work for one user at a time."),
    .duration(
      "storage.query_timeout", "5s", zeroMeansNone: \.queryTimeout,
      "Time limit of one query of a user, and of the wait for a reader; beyond it 503 `QUERY_TIMEOUT` or `BUSY`. "
        + "Queries of the server itself may take ten times as long, at least 1 s. `0s`: no limit. Commands (`backup`, `check`, "
        + "`foods`) have no limit."),
    .integer(
      "limits.writes_per_minute", 600, 0...1_000_000, "writes", \.limits.writesPerMinute,
      "Writes of one user within any minute, REST requests and socket messages together; beyond it 429 `RATE_LIMIT`. "
        + "0: no limit. See [Limits of one user](#limits-of-one-user)."),
    .size(
      "limits.bytes_per_user", "256MiB", \.limits.bytesPerUser,
      "Bytes that one user may store; beyond it 413 `QUOTA_EXCEEDED`. 0: no limit.", allowsZero: true,
      danger: "Without a limit, one user can fill the disk."),
  ]
}
