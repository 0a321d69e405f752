/// The form of a word in which questions are compared: without common endings, and one word for its synonyms.
enum Stem {
  /// "running" and "jog" are "run", if `words.tsv` states that they mean the same.
  static func of(_ word: String) -> String {
    let stem = stripped(word)
    return synonyms[stem] ?? stem
  }

  private static let synonyms = Dictionary(
    WordList.synonyms.valueByWord.map { (stripped($0.key), stripped($0.value)) }
  ) { min($0, $1) }

  private static func stripped(_ word: String) -> String {
    let singular = FoodPhrase.singular(word)
    for ending in ["ing", "ed", "ly"] where singular.hasSuffix(ending) && singular.utf8.count > ending.utf8.count + 3 {
      let root = String(singular.dropLast(ending.count))
      if let last = root.last, root.dropLast().last == last, !"aeiouls".contains(last) {
        return String(root.dropLast())
      }
      return root.hasSuffix("e") ? String(root.dropLast()) : root
    }
    return singular.utf8.count > 4 && singular.hasSuffix("e") ? String(singular.dropLast()) : singular
  }
}
