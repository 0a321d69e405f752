/// The state of one parse: items so far and what still has to be said about the text.
struct MealReading {
  let table: FoodTable
  var reader: PartReader
  var items: [ParsedItem] = []
  var unknown: [String] = []
  /// Notes that wait for the first item.
  var waiting: [String] = []
  /// The part that the last item came from, if it came alone.
  var previous: Part?
  /// What it names together with words behind it.
  var combined: Int?
  /// Whether some part says how much.
  private var isMeasuring = false
  /// Words that were taken as parts of it.
  var inside: [PartWord] = []
  /// Whether a list of what it is made with goes on.
  var isInside = false
  /// Whether that list is one of what it is made with, and not of what is beside it.
  var isMadeOf = false
  /// Foods side by side, of which only the first has an amount, and the items of which are the last.
  var run: [Part] = []
  /// What the list behind a food says about it.
  var list = ListRole.further
  /// Notes that the last item got from the parts after it.
  var later: [String] = []
  /// Unknown foods that the nearest known ones were looked for.
  var asked = 0
  private static let maxAsked = 5
  /// Words that may still be read again because of what stands behind them. Every part adds some, so that a long one
  /// with many behind it never costs the square of the text.
  var rereadable = 0

  /// - Parameter heads: lines of the text that only head the lines below them.
  init(table: FoodTable, heads: [String] = []) {
    self.table = table
    reader = PartReader(table)
    for head in heads.prefix(20) where !KnownWords.isNarration(head.lowercased()) {
      waiting.append("\"\(head.prefix(60))\" is counted by the lines below it")
    }
  }

  mutating func read(_ part: Part) {
    isMeasuring = isMeasuring || part.isMeasured
    rereadable += 4 * part.words.count + 16
    if part.isListed ? isInsideList(part) : isCountedByList(part) { return }
    if part.joint == .excluded {
      return namesWithout(part) ? () : note("without \(part.text.prefix(60))")
    }
    if part.isShare, scaleLast(part) { return }
    if part.joint == .correction, correctAmount(part) { return }
    if !replacesDish(part), belongsToPrevious(part) { return }
    (isInside, isMadeOf) = (false, false)
    let outcome = reader.read(withMilk(part))
    if outcome.items.isEmpty, part.joint != .attribute, completesPrevious(part) { return }
    if !outcome.unknown.isEmpty {
      // What is said with "which" or "made with" is about a food that has been counted.
      if part.joint == .attribute, !items.isEmpty {
        (isInside, isMadeOf) = (true, true)
        return
      }
      // Words without sense in front ("xyz123abc") tell that a bare number counts nothing.
      let mayCount = unknown.isEmpty || !items.isEmpty || part.amounts.contains { $0.unit != nil }
      unknown.append(outcome.unknown)
      if mayCount, let item = UnknownFood.item(part, outcome, table: table, isAsked: asked < Self.maxAsked) {
        asked += 1
        append(item)
        (previous, run) = (part, [])
        return
      }
      return note("\"\(outcome.unknown.prefix(80))\" was not recognised and is not counted")
    }
    if part.joint == .alternative, !items.isEmpty, let other = outcome.items.first {
      // "macaroni or noodles with cheese": what follows belongs to both.
      if var whole = previous, !part.isMeasured,
        part.words.first?.food != nil || items[items.count - 1].reference.isEmpty
      {
        whole.words = part.words
        if replaceLast(by: whole, if: { _ in true }) { return }
      }
      return note("or \(other.name): the first of the two is counted")
    }
    if part.joint == .correction, !outcome.items.isEmpty, let last = items.popLast() {
      waiting.append("in place of \(last.name)")
    }
    if outcome.items.count == 1, restates(outcome.items[0], part) || endsRun(part) || isHalf(part, outcome.items[0]) {
      return
    }
    for item in outcome.items { append(doubted(item, part)) }
    run = part.joint == .next && part.amounts.isEmpty ? run : []
    if outcome.items.count == 1, part.stated.isEmpty { run = run.suffix(Self.maxRun - 1) + [part] }
    if !outcome.items.isEmpty { (previous, combined) = (outcome.items.count == 1 ? part : nil, nil) }
    // "a burrito with meat and beans": the name that is known may be the beginning of a longer one.
    let name =
      outcome.items.count == 1 && part.words.last?.food != nil ? part.words.last.map { Array($0.stem.utf8) } : nil
    isInside = name.map { ByteSearch.holds($0, " with ") } == true
    isMadeOf = name.map { ByteSearch.holds($0, " mad with ") } == true
  }

  /// Where no amount is said, the less is known the more the text says of others.
  private func doubted(_ item: ParsedItem, _ part: Part) -> ParsedItem {
    guard part.amounts.isEmpty, !items.isEmpty, item.notes.contains("assumed ") else { return item }
    let share =
      !isMeasuring ? 1 : part.joint.mayBelong ? Confidence.besideAnother : Confidence.amongMeasured
    var item = item
    item.confidence = Confidence.rounded(item.confidence * share)
    return item
  }

  /// - Parameter text: what was typed, for the reason of a failure.
  func result(of text: String) -> MealParse {
    guard items.isEmpty else { return .items(items) }
    return Suggestions(table: table).failure(unknown: unknown, text: text)
  }

  mutating func append(_ item: ParsedItem) {
    guard items.count < EmbeddedMealParser.maxItems else {
      if !later.contains(where: { $0.hasPrefix("further") }) { note("further items are not counted") }
      return
    }
    var item = item
    for text in waiting { item.add(note: text) }
    waiting = []
    later = []
    inside = []
    items.append(item)
  }

  /// "rice, brown" and "chicken breast, raw" name another food, "milk, 200 ml" gives the amount of what stands before.
  mutating func completesPrevious(_ part: Part) -> Bool {
    guard var whole = previous, !items.isEmpty, whole.words.count + part.words.count <= 12, whole.amounts.count < 3
    else { return false }
    if part.amounts.allSatisfy(\.amount.isArticle) && part.words.isEmpty { return true }
    whole.words += part.words
    for var amount in part.amounts where !amount.amount.isArticle {
      amount.isTrailing = true
      whole.amounts.append(amount)
    }
    return replaceLast(by: whole) { $0.notes.contains("not taken into account") == false }
  }

  /// Reads the last part again with more to it; keeps the result if it is one item that `isBetter`.
  mutating func replaceLast(by whole: Part, if isBetter: (ParsedItem) -> Bool) -> Bool {
    guard mayReread(whole) else { return false }
    let outcome = reader.read(whole)
    guard outcome.items.count == 1, var item = outcome.items.first, isBetter(item) else { return false }
    for text in later { item.add(note: text) }
    items[items.count - 1] = item
    previous = whole
    return true
  }

  mutating func mayReread(_ part: Part) -> Bool {
    rereadable -= part.words.count
    return rereadable >= 0
  }

  mutating func note(_ text: String) {
    if items.isEmpty {
      if waiting.count < 20 { waiting.append(text) }
    } else if items[items.count - 1].notes.utf8.count < 1000 {
      later.append(text)
      items[items.count - 1].add(note: text)
    }
  }
}
