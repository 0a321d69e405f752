extension Facts {
  /// The maximum number of stored allergies.
  static let maxStated = 40

  /// The keys of all allergies that cause warnings. Without a statement these are the excluded foods, because earlier
  /// versions stored allergies only there.
  var warned: Set<String> { statedAllergies ?? Set((allergies ?? []).map(\.rawValue)) }

  /// The foods that plans exclude, in alphabetical order: unwanted foods and stated allergies.
  var excludedFoods: [String] {
    Set((allergies ?? []).map(\.rawValue)).union(statedAllergies ?? []).sorted()
  }

  /// The known allergies in alphabetical order.
  package var knownAllergies: [String] { warned.sorted() }

  /// Separates allergies from foods that a plan excludes ("no nuts"). Call it before every turn.
  package mutating func separateAllergies() { statedAllergies = warned }

  /// Applies the statement of a message.
  package mutating func apply(_ statement: AllergyStatement) {
    guard !statement.isEmpty else { return }
    var stated = statement.clearsAll ? [] : warned
    stated.subtract(statement.removed)
    // "Not allergic to nuts any more, but to eggs": added allergies have precedence.
    stated.formUnion(statement.added)
    statedAllergies = Set(stated.sorted().prefix(Self.maxStated))
    if statement.clearsAll { allergies = [] }
    allergies?.subtract(statement.removed.compactMap(Allergen.init(rawValue:)))
    let added = statement.added.compactMap(Allergen.init(rawValue:))
    if !added.isEmpty { allergies = (allergies ?? []).union(added) }
  }
}
