/// The words of a meal description in English that name no food, by their role in `Resources/languages/en/words.tsv`.
enum Lexicon {
  /// Whether the word is narration ("for breakfast I had ..."), which is dropped without a note.
  static func isNarration(_ word: String) -> Bool { narration.contains(word) }

  /// Whether the narration also names where food was prepared, which some names have ("school pizza").
  static func isOrigin(_ word: String) -> Bool { origins.contains(word) }

  /// Whether the word describes a food without changing which one is meant ("grilled", "fresh").
  static func isDescriptor(_ word: String) -> Bool { descriptors.contains(word) }

  /// Whether the word makes a modifier of the name before it ("butter-flavored", "snack-size").
  static func formsModifier(_ word: String) -> Bool { modifierEndings.contains(word) }

  /// Whether the word names a group of foods rather than one ("fruit: apple, banana").
  static func isFoodGroup(_ word: String) -> Bool { foodGroups.contains(word) }

  /// Whether the noun is counted but no food ("after 3 hours").
  static func isNonFood(_ word: String) -> Bool { nonFoods.contains(word) }

  /// Whether the participle is a cooking method, which stays a word of the food ("an egg fried with butter").
  static func isCookingParticiple(_ word: String) -> Bool { cookingMethods.contains(word) }

  /// Whether the word belongs to the grammar of a description: narration, numbers, units and connectors.
  static func isFunctionWord(_ word: String) -> Bool { functionWords.contains(word) }

  private static let functionWords = narration.union(descriptors).union(ConnectorReader.firstWords)
    .union(AmountReader.firstWords).union(UnitLexicon.spellings.keys)

  private static let narration = words("narration")
  private static let origins = words("origin")
  private static let descriptors = words("descriptor")
  private static let modifierEndings = words("modifier")
  private static let foodGroups = words("group")
  private static let nonFoods = words("nonfood")
  private static let cookingMethods = words("cooking")

  private static func words(_ role: String) -> Set<String> {
    Set(
      LanguageFiles.rows("words", of: "en").filter { $0.count > 1 && $0[0] == role }
        .flatMap { $0[1].split(separator: " ").map(String.init) })
  }
}
