/// Builds the items of a meal from its segments, in the order of the text.
///
/// A segment either gives items of its own or says something about the item before it. The rules of this folder decide
/// which; the first that applies consumes the segment.
struct MealAssembler {
  private var draft: MealDraft
  private var lists = ListRule()
  /// Texts in which no food was found.
  private var unknown: [String] = []
  /// Whether some segment so far has a quantity.
  private var hasQuantities = false
  /// Number of unknown foods for which the nearest known ones were looked up.
  private var suggestionLookups = 0

  /// Each lookup compares the whole vocabulary.
  private static let maxSuggestionLookups = 5

  /// - Parameter headings: lines of the text that only head the lines below them.
  init(table: FoodTable, headings: [String] = []) {
    draft = MealDraft(table: table)
    for heading in headings.prefix(20) where !Lexicon.isNarration(heading.lowercased()) {
      draft.noteNext("\"\(heading.prefix(60))\" is counted by the lines below it")
    }
  }

  /// Reads the next segment.
  mutating func read(_ segment: Segment) {
    hasQuantities = hasQuantities || segment.isQuantified
    draft.extendRereadBudget(by: segment)
    guard !refersToPrevious(segment) else { return }
    draft.openList = .none
    let outcome = draft.read(CerealMilkRule.withAssumedQuantity(segment, in: &draft))
    if outcome.items.isEmpty, segment.connector != .attribute, CompletionRule.apply(segment, to: &draft) { return }
    if !outcome.unknown.isEmpty { return readUnknown(segment, outcome) }
    if segment.connector == .alternative, let other = outcome.items.first, !draft.items.isEmpty {
      return AlternativeRule.apply(segment, other, to: &draft)
    }
    if segment.connector == .correction, !outcome.items.isEmpty, let last = draft.items.last {
      draft.removeLast()
      draft.noteNext("in place of \(last.name)")
    }
    if outcome.items.count == 1, let item = outcome.items.first,
      CorrectionRules.restates(segment, item, in: &draft) || CoordinationRule.apply(segment, to: &draft)
        || SharedQuantityRule.apply(segment, item, to: &draft)
    {
      return
    }
    append(outcome.items, of: segment)
  }

  /// Applies the rules for segments that give no item of their own; true if one of them consumed the segment.
  private mutating func refersToPrevious(_ segment: Segment) -> Bool {
    if segment.isListed ? lists.isIngredient(segment, in: &draft) : lists.isReplacedByList(segment, in: &draft) {
      return true
    }
    if segment.connector == .excluded {
      if !ExclusionRule.apply(segment, to: &draft) { draft.note("without \(segment.text.prefix(60))") }
      return true
    }
    if segment.isShare, CorrectionRules.scaleLast(segment, in: &draft) { return true }
    if segment.connector == .correction, CorrectionRules.correctQuantity(segment, in: &draft) { return true }
    return !ListRule.replacesDish(segment, in: &draft) && IngredientRule.apply(segment, to: &draft)
  }

  private mutating func append(_ items: [ParsedItem], of segment: Segment) {
    for item in items { draft.append(withReducedConfidence(item, segment)) }
    if segment.connector != .next || !segment.quantities.isEmpty { draft.beginRun([]) }
    if items.count == 1, segment.statedNutrients.isEmpty { draft.extendRun(segment) }
    if !items.isEmpty { (draft.antecedent, draft.combinedFood) = (items.count == 1 ? segment : nil, nil) }
    // "a burrito with meat and beans": the name that is known may be the beginning of a longer one.
    let name =
      items.count == 1 && segment.words.last?.food != nil ? segment.words.last.map { Array($0.stem.utf8) } : nil
    let hasAccompaniment = name.map { ByteSearch.contains($0, " with ") } == true
    let hasIngredient = name.map { ByteSearch.contains($0, " mad with ") } == true
    draft.openList = hasIngredient ? .ingredients : hasAccompaniment ? .accompaniments : .none
  }

  private mutating func readUnknown(_ segment: Segment, _ outcome: SegmentReader.Outcome) {
    // What follows "which" or "made with" is about a food that has been counted.
    if segment.connector == .attribute, !draft.items.isEmpty {
      draft.openList = .ingredients
      return
    }
    // After unknown words ("xyz123abc") a bare number counts nothing.
    let mayCount = unknown.isEmpty || !draft.items.isEmpty || segment.quantities.contains { $0.unit != nil }
    unknown.append(outcome.unknown)
    let suggests = suggestionLookups < Self.maxSuggestionLookups
    if mayCount, let item = UnknownFood.item(segment, outcome, table: draft.table, suggestsNames: suggests) {
      suggestionLookups += 1
      draft.append(item)
      draft.antecedent = segment
      draft.beginRun([])
      return
    }
    draft.note("\"\(outcome.unknown.prefix(80))\" was not recognised and is not counted")
  }

  /// An assumed serving is less certain if the text has quantities for other foods.
  private func withReducedConfidence(_ item: ParsedItem, _ segment: Segment) -> ParsedItem {
    guard segment.quantities.isEmpty, !draft.items.isEmpty, item.notes.contains("assumed ") else { return item }
    let share =
      !hasQuantities
      ? 1 : segment.connector.mayBelongToPrevious ? Confidence.besideAnother : Confidence.amongQuantified
    var item = item
    item.confidence = Confidence.rounded(item.confidence * share)
    return item
  }

  /// The items, or the reason of the failure with suggestions.
  ///
  /// - Parameter text: the input, quoted in the reason.
  func result(of text: String) -> MealParse {
    guard draft.items.isEmpty else { return .items(draft.items) }
    return Suggestions(table: draft.table).failure(unknown: unknown, text: text)
  }
}
