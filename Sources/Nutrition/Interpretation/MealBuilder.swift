import HealthModels
import TextModels

/// Makes the items of an interpretation, in the order of the text.
struct MealBuilder {
  /// A food and what the clauses after it say of it.
  private struct Group {
    /// The clause with which it begins.
    let start: Segment
    var whole: Segment
    /// The item if no food is found.
    var unknown: ParsedItem?
    var notes: [String] = []
    var isEaten = true
    /// The share of it that was eaten.
    var share = 1.0
    /// The ingredients that were left out.
    var leftOut: [Ingredient] = []
  }

  private let table: FoodTable
  private let clauses: [Clause]
  private let uneatenClauses: Set<Int>
  private var reader: SegmentReader
  private var items: [ParsedItem] = []
  /// The foods that seem not to have been eaten.
  private var uneaten: [ParsedItem] = []
  private var group: Group?
  /// Notes for the next item.
  private var pending: [String] = []
  /// Texts in which no food was found.
  private var unknown: [String] = []
  /// Whether some clause so far has a quantity.
  private var hasQuantities = false
  /// Number of unknown foods for which the nearest known ones were looked up.
  private var lookups = 0

  /// Each lookup compares the whole vocabulary.
  private static let maxLookups = 5
  private static let maxPending = 20

  /// - Parameters:
  ///   - uneaten: the clauses whose foods seem not to have been eaten.
  ///   - headings: lines of the text that only head the lines below them.
  init(_ search: InterpretationSearch, uneaten: Set<Int>, headings: [String]) {
    clauses = search.clauses
    uneatenClauses = uneaten
    reader = SegmentReader(search.matcher)
    table = search.table
    for heading in headings.prefix(Self.maxPending) where !heading.lowercased().has(.narration) {
      pending.append("\"\(heading.prefix(60))\" is counted by the lines below it")
    }
  }

  /// The meal of an interpretation. The reason of a failure quotes the text.
  mutating func meal(_ interpretation: Interpretation, of text: String) -> MealParse {
    for step in interpretation.steps { add(step, clauses[step.clause].segment) }
    endGroup()
    // A text that logs nothing else logs these.
    let names = uneaten.map { "\"\($0.label)\"" }.joined(separator: ", ")
    if items.isEmpty {
      for item in uneaten { append(item) }
    } else if !names.isEmpty {
      note("not counted, because it seems not to have been eaten: \(names.prefix(200))")
    }
    return items.isEmpty ? Suggestions.failure(unknown: unknown, text: text, table: table) : .items(items)
  }

  private mutating func add(_ step: Interpretation.Step, _ segment: Segment) {
    hasQuantities = hasQuantities || segment.isQuantified
    let text = segment.text.prefix(60)
    switch step.role {
    case .item:
      if takeMention(clauses[step.clause]) { return }
      begin(segment, step.state.whole ?? segment)
      group?.isEaten = !uneatenClauses.contains(step.clause)
    case .correction:
      if let last = group.flatMap({ reader.read($0.whole).items.last }) { pending.append("in place of \(last.name)") }
      group = nil
      begin(segment, step.state.whole ?? segment)
    case .heading:
      endGroup()
      pending.append("\"\(text)\" is counted by its parts")
    case .named, .completion, .repetition, .quantity:
      if step.role == .quantity, let last = group.flatMap({ reader.read($0.whole).items.last }) {
        note("in place of \(last.quantityText)")
      }
      if let whole = step.state.whole { group?.whole = whole }
    case .part: note("\(text) taken as part of it")
    case .excluded:
      // "peas and rice. I left the peas"
      if segment.isUneaten, let index = position(of: clauses[step.clause].dish) { items.remove(at: index) }
      if !segment.isReplaced, let known = group, known.notes.count < Self.maxPending {
        let named = step.state.dish?.ingredients(named: clauses[step.clause]) ?? []
        if !known.leftOut.contains(where: named.contains) { group?.leftOut += named }
      }
      note("without \(text)")
    case .share:
      let share = segment.quantities.last?.amount.value ?? 1
      let isLeft = segment.words.contains { ["left", "leave", "wasted", "threw"].contains($0.text) }
      group?.share *= isLeft ? 1 - share : share
      note("\(TextFormat.decimal(isLeft ? 1 - share : share)) of it is counted")
    case .alternative:
      if let name = clauses[step.clause].dish?.food.name { note("or \(name): the first of the two is counted") }
    case .unknown: addUnknown(segment)
    case .ignored: break
    }
  }

  /// The position of the last item of a food; what is said of the current one ends.
  private mutating func position(of dish: Dish?) -> Int? {
    guard let name = dish?.food.name else { return nil }
    if let group, reader.read(group.whole).items.contains(where: { $0.name == name }) { endGroup() }
    return items.lastIndex { $0.name == name }
  }

  /// Takes what a clause says of an earlier food ("soup, bread. Ate half the bread"). - Returns: whether it is no item itself.
  private mutating func takeMention(_ clause: Clause) -> Bool {
    let words = clause.segment.words[..<(clause.found.matches.first?.range.lowerBound ?? 0)]
    guard words.last?.text == "the", let index = position(of: clause.dish) else { return false }
    let quantity = clause.segment.quantities.last { !$0.amount.isArticle || $0.unit != nil }
    let share = quantity.map { $0.unit == nil && $0.amount.value < 1 ? $0.amount.value : 0 } ?? 1
    if share > 0 { items[index].scale(by: share) } else { items.remove(at: index) }
    return share > 0
  }

  /// Adds a note to the current food, or to the next one if there is none.
  private mutating func note(_ text: String) {
    if let count = group?.notes.count {
      if count < Self.maxPending { group?.notes.append(text) }
    } else if !items.isEmpty {
      if items[items.count - 1].notes.utf8.count < 1000 { items[items.count - 1].add(note: text) }
    } else if pending.count < Self.maxPending {
      pending.append(text)
    }
  }

  private mutating func begin(_ segment: Segment, _ whole: Segment) {
    endGroup()
    group = Group(start: segment, whole: whole)
  }

  /// Appends the items of the current food.
  private mutating func endGroup() {
    guard let group else { return }
    self.group = nil
    var found = reader.read(group.whole).items.map { withReducedConfidence($0, group.start) }
    if found.isEmpty, let unknown = group.unknown { found = [unknown] }
    guard let last = found.indices.last else { return }
    let isWeighed = group.whole.quantities.contains { $0.unit?.isWeightOrVolume == true }
    if group.whole.statedNutrients.isEmpty { found[last].leaveOut(group.leftOut, isWeighed: isWeighed) }
    if group.share != 1 { found[last].scale(by: group.share) }
    for text in group.notes { found[last].add(note: text) }
    guard group.isEaten else {
      uneaten += found.prefix(EmbeddedMealParser.maxItems - uneaten.count)
      return
    }
    for item in found { append(item) }
  }

  /// Appends an item with the pending notes. Items over the limit are dropped, with a note.
  private mutating func append(_ item: ParsedItem) {
    guard items.count < EmbeddedMealParser.maxItems else {
      let note = "further items are not counted"
      if !items[items.count - 1].notes.hasSuffix(note) { items[items.count - 1].add(note: note) }
      return
    }
    items.append(item)
    for text in pending { items[items.count - 1].add(note: text) }
    pending = []
  }

  private mutating func addUnknown(_ segment: Segment) {
    let outcome = reader.read(segment)
    // A bare number counts nothing after unknown words ("xyz123abc") and, in another language, beside a food ("davon 2").
    let isStart = unknown.isEmpty || !items.isEmpty || group != nil
    let isBeside = !table.correctsSpelling && clauses.contains { $0.dish != nil }
    let mayCount = isStart && !isBeside || segment.quantities.contains { $0.unit != nil }
    unknown.append(outcome.unknown)
    let suggests = lookups < Self.maxLookups
    if mayCount, let item = UnknownFood.item(segment, outcome, table: table, suggestsNames: suggests) {
      lookups += 1
      begin(segment, segment)
      group?.unknown = item
    } else if outcome.unknown.isEmpty {
      // "2 cups fresh or canned stock": the food may follow.
      if segment.isQuantified { begin(segment, segment) }
    } else {
      note("\"\(outcome.unknown.prefix(80))\" was not recognised and is not counted")
    }
  }

  /// An assumed serving is less certain if the text has quantities for other foods.
  private func withReducedConfidence(_ item: ParsedItem, _ segment: Segment) -> ParsedItem {
    guard segment.quantities.isEmpty, !items.isEmpty, hasQuantities, item.notes.contains("assumed") else { return item }
    var item = item
    let factor = segment.connector.mayBelongToPrevious ? Confidence.besideAnother : Confidence.amongQuantified
    item.confidence = Confidence.rounded(item.confidence * factor)
    return item
  }
}

extension ParsedItem {
  /// Subtracts ingredients, with a note, if the rest is a plausible food. A weight in the text is that of the rest.
  fileprivate mutating func leaveOut(_ ingredients: [Ingredient], isWeighed: Bool) {
    let weight = ingredients.reduce(0) { $0 + $1.grams } * grams / 100
    let rest = ingredients.reduce(nutrients) { $0 + $1.food.per100Grams.scaled(by: -$1.grams * grams / 10_000) }
      .withoutNegatives
    guard weight > 0, NutrientBounds.isPlausible(rest, grams: grams - weight, kind: kind) else { return }
    nutrients = rest.scaled(by: isWeighed ? grams / (grams - weight) : 1)
    if !isWeighed { grams -= weight }
    let names = ingredients.map(\.name).joined(separator: ", ")
    add(note: "\(TextFormat.decimal((weight * 10).rounded() / 10)) g of \(names) not counted")
  }
}
