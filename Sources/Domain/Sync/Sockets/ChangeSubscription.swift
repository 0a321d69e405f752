/// The notifications that a device receives: all, until it sends `subscribe_events`.
struct ChangeSubscription {
  enum Kind: String, CaseIterable {
    case push = "push_notification"
    case conflict = "conflict_notification"
  }

  /// The kinds of items whose changes are notified.
  private(set) var types = Set(DataType.allCases)
  private var kinds = Set(Kind.allCases)
  /// The known names, in their order.
  private(set) var confirmed: [String] = []

  static let names = Kind.allCases.map(\.rawValue)

  init() {}

  /// - Returns: nil if none of the names is known.
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
    // A device that names only kinds of items receives both notifications for them.
    self.kinds = kinds.isEmpty ? Set(Kind.allCases) : kinds
    if !types.isEmpty { self.types = types }
  }

  func includes(_ kind: Kind) -> Bool { kinds.contains(kind) }
}
