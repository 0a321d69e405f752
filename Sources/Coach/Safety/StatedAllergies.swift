extension Facts {
  /// The maximum number of allergies that are remembered.
  static let maxStated = 40

  /// The keys of all allergies that warn. Without a statement these are the foods that are left out, because earlier
  /// versions remembered allergies only there.
  var warned: Set<String> { statedAllergies ?? Set((allergies ?? []).map(\.rawValue)) }

  /// What plans leave out, in alphabetical order: foods that are not wanted and stated allergies.
  var excludedFoods: [String] {
    Set((allergies ?? []).map(\.rawValue)).union(statedAllergies ?? []).sorted()
  }

  /// Allergies that are known, in alphabetical order.
  package var knownAllergies: [String] { warned.sorted() }

  /// Keeps foods that a plan leaves out ("no nuts") apart from allergies from now on. Call it before every turn.
  package mutating func separateAllergies() { statedAllergies = warned }

  /// Applies what a message states or takes back.
  package mutating func apply(_ statement: AllergyStatement) {
    guard !statement.isEmpty else { return }
    var stated = statement.clearsAll ? [] : warned
    stated.subtract(statement.removed)
    // "Not allergic to nuts any more, but to eggs": what is added holds.
    stated.formUnion(statement.added)
    statedAllergies = Set(stated.sorted().prefix(Self.maxStated))
    if statement.clearsAll { allergies = [] }
    allergies?.subtract(statement.removed.compactMap(Allergen.init(rawValue:)))
    let added = statement.added.compactMap(Allergen.init(rawValue:))
    if !added.isEmpty { allergies = (allergies ?? []).union(added) }
  }
}
