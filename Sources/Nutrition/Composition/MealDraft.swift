import HealthModels

/// The items read so far and the context for later segments: the segment of the last item, its ingredients, and the
/// open list.
struct MealDraft {
  /// The list that a following segment without a quantity continues.
  enum OpenList: Hashable, Sendable {
    case none
    /// "mashed potatoes with gravy, peas": foods served with the last item.
    case accompaniments
    /// "cake made with flour, sugar": ingredients of the last item.
    case ingredients
  }

  let table: FoodTable
  private var reader: SegmentReader
  private(set) var items: [ParsedItem] = []
  /// The segment of the last item; nil if that segment gave several items.
  var antecedent: Segment?
  /// The food that the antecedent names together with later segments ("coffee", "with milk").
  var combinedFood: Int?
  /// Words of later segments that were taken as ingredients of the last item.
  private(set) var ingredientWords: [SegmentWord] = []
  var openList = OpenList.none
  /// Coordinated foods ("bacon, egg"), of which only the first may have a quantity. Their items are the last ones.
  private(set) var coordinated: [Segment] = []
  /// Notes for the next item.
  private var pendingNotes: [String] = []
  /// Notes that later segments added to the last item. A second reading of its segment keeps them.
  private var addedNotes: [String] = []
  /// Number of words that may still be read a second time. Each segment adds to it, so that the cost stays linear in
  /// the length of the text.
  private var rereadBudget = 0

  /// Longest run of coordinated foods that one name may combine.
  static let maxCoordinated = 3
  private static let maxPendingNotes = 20

  init(table: FoodTable) {
    self.table = table
    reader = SegmentReader(table)
  }

  // MARK: - Items

  /// Appends an item with the pending notes. Items over the limit are dropped, with a note.
  mutating func append(_ item: ParsedItem) {
    guard items.count < EmbeddedMealParser.maxItems else {
      if !addedNotes.contains(where: { $0.hasPrefix("further") }) { note("further items are not counted") }
      return
    }
    var item = item
    for text in pendingNotes { item.add(note: text) }
    pendingNotes = []
    addedNotes = []
    ingredientWords = []
    items.append(item)
  }

  /// Removes the last `count` items.
  mutating func removeLast(_ count: Int = 1) { items.removeLast(count) }

  /// Counts a share of the last item; there must be one.
  mutating func scaleLast(by factor: Double) { items[items.count - 1].scale(by: factor) }

  /// Subtracts a food that is a share of the weight of the last item; there must be one.
  mutating func subtractFromLast(_ food: Food, share: Double) {
    let grams = items[items.count - 1].grams * share
    let rest = items[items.count - 1].nutrients + food.per100Grams.scaled(by: -grams / 100)
    items[items.count - 1].grams -= grams
    items[items.count - 1].nutrients = rest.nonNegative
  }

  /// Adds a note to the last item, or to the next one if there is none.
  mutating func note(_ text: String) {
    if items.isEmpty {
      if pendingNotes.count < Self.maxPendingNotes { pendingNotes.append(text) }
    } else if items[items.count - 1].notes.utf8.count < 1000 {
      addedNotes.append(text)
      items[items.count - 1].add(note: text)
    }
  }

  /// Adds a note to the next item.
  mutating func noteNext(_ text: String) { pendingNotes.append(text) }

  // MARK: - Coordination

  /// Replaces the run of coordinated foods.
  mutating func beginRun(_ segments: [Segment]) { coordinated = segments }

  /// Appends a food to the run, which keeps its last ``maxCoordinated`` segments.
  mutating func extendRun(_ segment: Segment) { coordinated = coordinated.suffix(Self.maxCoordinated - 1) + [segment] }

  // MARK: - Reading

  /// Position in the table of the food that the segment names, if any.
  mutating func food(of segment: Segment) -> Int? { reader.food(of: segment) }

  /// Reads a segment on its own.
  mutating func read(_ segment: Segment) -> SegmentReader.Outcome { reader.read(segment) }

  /// Whether the segment names only a kind of food ("a juice box"), so that its contents are the food.
  mutating func isGeneric(_ segment: Segment) -> Bool {
    guard let food = food(of: segment) else { return false }
    return segment.words.contains { table.genericFood(forHead: $0.stem) == food }
  }

  /// Increases the budget for second readings in proportion to the length of the segment.
  mutating func extendRereadBudget(by segment: Segment) { rereadBudget += 4 * segment.words.count + 16 }

  /// Takes a second reading of the segment from the budget; false if the budget is used up.
  mutating func mayReread(_ segment: Segment) -> Bool {
    rereadBudget -= segment.words.count
    return rereadBudget >= 0
  }

  /// Reads `whole` in place of the last item's segment.
  ///
  /// - Returns: whether the reading gave one item that `isBetter`; otherwise nothing changes.
  mutating func replaceLast(by whole: Segment, if isBetter: (ParsedItem) -> Bool = { _ in true }) -> Bool {
    guard mayReread(whole) else { return false }
    let outcome = reader.read(whole)
    guard outcome.items.count == 1, var item = outcome.items.first, isBetter(item) else { return false }
    for text in addedNotes { item.add(note: text) }
    items[items.count - 1] = item
    antecedent = whole
    return true
  }

  /// Reads both segments as one name ("pasta", "with tomato sauce"), if the table has one with words of both.
  mutating func combine(_ whole: Segment, with segment: Segment) -> Bool {
    guard !whole.isComplete, whole.words.count + ingredientWords.count + segment.words.count <= 16,
      segment.quantities.allSatisfy(\.amount.isArticle),
      segment.connector != .alternative || segment.words.count > 1
    else { return false }
    let added = segment.connector == .alternative ? Array(segment.words.suffix(1)) : segment.words
    let names = CombinedNames(table: table)
    guard let food = names.food(whole.words, ingredientWords + added, added: added.count) else { return false }
    var named = whole
    named.words = [SegmentWord(joining: whole.words + ingredientWords + added, food: food)]
    named.words += whole.words.filter { MeasureUnit(spelling: $0.text) != nil }
    let kept = ingredientWords + added
    guard replaceLast(by: named) else { return false }
    antecedent = whole
    combinedFood = food
    ingredientWords = kept
    return true
  }

  /// Counts a segment as an ingredient of the last item, with a note unless `isSilent`.
  mutating func addIngredient(_ segment: Segment, isSilent: Bool = false) {
    if !isSilent { note("\(segment.text.prefix(60)) taken as part of it") }
    ingredientWords += segment.words
  }
}

extension Nutrients {
  /// The values with negative ones replaced by 0.
  fileprivate var nonNegative: Nutrients {
    Nutrients(
      energyKilocalories: max(0, energyKilocalories), protein: max(0, protein), carbohydrate: max(0, carbohydrate),
      fat: max(0, fat), fiber: max(0, fiber), sugar: max(0, sugar))
  }
}
