/// The data that a transaction reads before it decides what to write.
///
/// Transactions of one scope run one after another, on every node: what one of them read stays true until its commit, and ids given
/// within the scope become visible in their order. SQLite has one writer and needs no scopes; PostgreSQL takes an advisory lock for
/// each key before the body runs. `docs/decisions/0045-write-scopes.md` says why.
package struct WriteScope: Sendable, Hashable {
  /// The names of the locks, in ascending order without repetition. All transactions lock in this order, so that no two of them
  /// wait for each other.
  package let keys: [String]

  private init(keys: some Sequence<String>) { self.keys = Set(keys).sorted() }

  /// For a body without a read that must stay true: insertions, or statements that decide by themselves (`ON CONFLICT`,
  /// `UPDATE ... WHERE`).
  package static let none = WriteScope(keys: [])
  /// The names, roles and identities of accounts, invitations, and the sign-outs that commands record.
  package static let accounts = WriteScope(keys: ["accounts"])
  /// The queue of jobs: which of them run.
  package static let jobs = WriteScope(keys: ["jobs"])

  /// Everything that belongs to one user, except names, role and identities.
  package static func user(_ id: String) -> WriteScope { WriteScope(keys: ["user:" + id]) }
  /// Everything that belongs to each of these users.
  package static func users(_ ids: some Sequence<String>) -> WriteScope { WriteScope(keys: ids.map { "user:" + $0 }) }
  /// A chat room: its messages, changes and members. A room is known by its id, never by its name.
  package static func room(_ id: Int64) -> WriteScope { WriteScope(keys: ["room:\(id)"]) }
  /// Several chat rooms.
  package static func rooms(_ ids: some Sequence<Int64>) -> WriteScope { WriteScope(keys: ids.map { "room:\($0)" }) }
  /// A periodic task or a command, which one process at a time runs.
  package static func task(_ name: String) -> WriteScope { WriteScope(keys: ["task:" + name]) }

  /// Returns the scope of both.
  package func and(_ other: WriteScope) -> WriteScope { WriteScope(keys: keys + other.keys) }
}
