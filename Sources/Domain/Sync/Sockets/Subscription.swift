/// What a device wants to hear of beside what it asks for: everything, until it says otherwise.
struct Subscription {
  enum Kind: String, CaseIterable {
    case push = "push_notification"
    case conflict = "conflict_notification"
  }

  /// Of which it hears.
  private(set) var types = Set(DataType.allCases)
  private var kinds = Set(Kind.allCases)
  /// The names that were understood, in their order.
  private(set) var confirmed: [String] = []

  static let names = Kind.allCases.map(\.rawValue)

  init() {}

  /// - Returns: nil where none of the names is known.
  init?(_ names: some Sequence<String>) {
    var types: Set<DataType> = []
    var kinds: Set<Kind> = []
    for name in names where !confirmed.contains(name) {
      if let kind = Kind(rawValue: name) {
        kinds.insert(kind)
      } else if let type = DataType(name: name) {
        types.insert(type)
      } else if name == "all" {
        (types, kinds) = (Set(DataType.allCases), Set(Kind.allCases))
      } else {
        continue
      }
      confirmed.append(name)
    }
    guard !confirmed.isEmpty else { return nil }
    // Who names kinds of data wants to hear when there is something of them.
    self.kinds = kinds.isEmpty ? Set(Kind.allCases) : kinds
    if !types.isEmpty { self.types = types }
  }

  func hears(_ kind: Kind) -> Bool { kinds.contains(kind) }
}
