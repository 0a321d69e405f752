/// The state of one parse: items so far and what still has to be said about the text.
struct MealReading {
  private let table: FoodTable
  private var reader: PartReader
  private var items: [ParsedItem] = []
  private var unknown: [String] = []
  /// Notes that wait for the first item.
  private var waiting: [String] = []
  /// The part that the last item came from, if it came alone.
  private var previous: Part?
  /// Notes that the last item got from the parts after it.
  private var later: [String] = []

  init(table: FoodTable) {
    self.table = table
    reader = PartReader(table)
  }

  mutating func read(_ part: Part) {
    if part.joint == .excluded { return note("without \(part.text.prefix(60))") }
    let outcome = reader.read(part)
    if outcome.items.isEmpty, completesPrevious(part) { return }
    if !outcome.unknown.isEmpty {
      unknown.append(outcome.unknown)
      return note("\"\(outcome.unknown.prefix(80))\" was not recognised and is not counted")
    }
    if part.joint == .alternative, !items.isEmpty, let other = outcome.items.first {
      return note("or \(other.name): the first of the two is counted")
    }
    for item in outcome.items { append(item) }
    if !outcome.items.isEmpty { previous = outcome.items.count == 1 ? part : nil }
  }

  /// - Parameter text: what was typed, for the reason of a failure.
  func result(of text: String) -> MealParse {
    guard items.isEmpty else { return .items(items) }
    return Suggestions(table: table).failure(unknown: unknown, text: text)
  }

  private mutating func append(_ item: ParsedItem) {
    guard items.count < EmbeddedMealParser.maxItems else {
      if !later.contains(where: { $0.hasPrefix("further") }) { note("further items are not counted") }
      return
    }
    var item = item
    for text in waiting { item.add(note: text) }
    waiting = []
    later = []
    items.append(item)
  }

  /// "rice, brown" and "chicken breast, raw" name another food, "milk, 200 ml" gives the amount of what stands before.
  private mutating func completesPrevious(_ part: Part) -> Bool {
    guard var whole = previous, !items.isEmpty, whole.words.count + part.words.count <= 12, whole.amounts.count < 3
    else { return false }
    if part.amounts.allSatisfy(\.amount.isArticle) && part.words.isEmpty { return true }
    whole.words += part.words
    for var amount in part.amounts where !amount.amount.isArticle {
      amount.isTrailing = true
      whole.amounts.append(amount)
    }
    let outcome = reader.read(whole)
    guard outcome.items.count == 1, var item = outcome.items.first, !item.notes.contains("not taken into account")
    else { return false }
    for text in later { item.add(note: text) }
    items[items.count - 1] = item
    previous = whole
    return true
  }

  private mutating func note(_ text: String) {
    if items.isEmpty {
      if waiting.count < 20 { waiting.append(text) }
    } else if items[items.count - 1].notes.utf8.count < 1000 {
      later.append(text)
      items[items.count - 1].add(note: text)
    }
  }
}
