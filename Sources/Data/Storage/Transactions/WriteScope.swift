/// The data that a transaction reads before it decides what to write.
///
/// Transactions of one scope run one after another, on every node: what one of them read stays true until its commit, and ids given
/// within the scope become visible in their order. SQLite has one writer and needs no scopes; an engine with several writers locks
/// each key before the body runs. `docs/decisions/0045-write-scopes.md` says why.
package struct WriteScope: Sendable {
  /// One part of a scope. Its name is made only for an engine that locks.
  private enum Part: Sendable {
    case accounts
    case jobs
    case user(String)
    case room(Int64)
    case task(String)

    var key: String {
      switch self {
      case .accounts: "accounts"
      case .jobs: "jobs"
      case .user(let id): "user:" + id
      case .room(let id): "room:\(id)"
      case .task(let name): "task:" + name
      }
    }
  }

  private let parts: [Part]

  private init(_ parts: [Part]) { self.parts = parts }

  /// The names of the locks, in ascending order without repetition. All transactions lock in this order, so that no two of them
  /// wait for each other.
  package var keys: [String] { Set(parts.map(\.key)).sorted() }

  /// For a body without a read that must stay true: insertions, or statements that decide by themselves (`ON CONFLICT`,
  /// `UPDATE ... WHERE`).
  package static let none = WriteScope([])
  /// The names, roles and identities of accounts, invitations, and the sign-outs that commands record.
  package static let accounts = WriteScope([.accounts])
  /// The queue of jobs: which of them run.
  package static let jobs = WriteScope([.jobs])

  /// Everything that belongs to one user, except names, role and identities.
  package static func user(_ id: String) -> WriteScope { WriteScope([.user(id)]) }
  /// Everything that belongs to each of these users.
  package static func users(_ ids: some Sequence<String>) -> WriteScope { WriteScope(ids.map(Part.user)) }
  /// A chat room: its messages, changes and members. A room is known by its id, never by its name.
  package static func room(_ id: Int64) -> WriteScope { WriteScope([.room(id)]) }
  /// Several chat rooms.
  package static func rooms(_ ids: some Sequence<Int64>) -> WriteScope { WriteScope(ids.map(Part.room)) }
  /// A periodic task or a command, which one process at a time runs.
  package static func task(_ name: String) -> WriteScope { WriteScope([.task(name)]) }

  /// Returns the scope of both.
  package func and(_ other: WriteScope) -> WriteScope { WriteScope(parts + other.parts) }
}

extension WriteScope: Hashable {
  /// Whether both have the same keys.
  package static func == (left: WriteScope, right: WriteScope) -> Bool { left.keys == right.keys }

  /// Hashes the keys (`Hashable`).
  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}
