import TextModels

/// The words of a search in names of foods. The last word may be incomplete, as in a search while the user types.
package struct FoodQuery: Sendable, Equatable {
  /// The agreement of a name with a query, the better first.
  package enum Match: Int, Sendable {
    /// The name has every word.
    case complete
    /// A word of the name begins with the last word of the query.
    case beginning
  }

  /// The distinct stems without stop words.
  package private(set) var words: [String]
  /// The stems of the words before the last one.
  package private(set) var wordsBefore: [String]
  /// The letters of the last word as the user wrote them; nil if it is complete, such as "of".
  package private(set) var beginning: String?

  /// - Parameter text: its first 200 characters are used.
  package init(_ text: String) {
    let text = String(text.prefix(200))
    words = FoodKey.words(text)
    let last = Tokenizer.tokens(text).last { $0.stem != nil }
    guard let last, let stem = last.stem, let letters = last.text, !NameIndex.stopWords.contains(stem) else {
      (wordsBefore, beginning) = (words, nil)
      return
    }
    let isRepeated = Tokenizer.keyStems(text).count { $0 == stem } > 1
    wordsBefore = isRepeated ? words : words.filter { $0 != stem }
    beginning = letters
  }

  /// The query with other stems. A last word that is replaced is complete.
  ///
  /// - Parameter stems: one for each of ``words``.
  package func replacing(_ stems: [String]) -> FoodQuery {
    var query = self
    let replaced = Dictionary(uniqueKeysWithValues: zip(words, stems))
    query.words = stems
    query.wordsBefore = wordsBefore.map { replaced[$0] ?? $0 }
    if words.contains(where: { !wordsBefore.contains($0) && replaced[$0] != $0 }) { query.beginning = nil }
    return query
  }

  /// The agreement with a name. - Parameter name: its stems.
  package func match(_ name: Set<String>) -> Match? {
    if name.isSuperset(of: words) { return .complete }
    guard let beginning, name.isSuperset(of: wordsBefore) else { return nil }
    return name.subtracting(wordsBefore).contains { $0.hasPrefix(beginning) } ? .beginning : nil
  }
}

extension FoodTable {
  /// The first foods of ``positions(_:)`` for a text.
  package func search(_ text: String, limit: Int) -> [Food] {
    positions(FoodQuery(text)).prefix(max(0, limit)).map { foods[$0] }
  }

  /// The positions of the foods of the table whose name or one alias agrees with a query: complete words before
  /// beginnings, names without further words before others, plain foods before dishes, then the shortest names.
  ///
  /// Linear in the number of names. No row of the table is parsed.
  package func positions(_ query: FoodQuery) -> [Int] {
    let complete = Set(query.words.map { number(of: $0) })
    let before = query.wordsBefore.compactMap { number(of: $0) }
    let known = complete.compactMap(\.self)
    let isKnown = !known.isEmpty && known.count == complete.count
    let beginnings = before.count == query.wordsBefore.count ? continuations(of: query.beginning, except: before) : [:]
    guard isKnown || !beginnings.isEmpty else { return [] }
    // "chees" is no plural of "chee" if "cheese" begins with it.
    let isComplete = beginnings.isEmpty || query.beginning?.hasSuffix("s") != true
    var ranks: [Int: Int] = [:]
    for row in 0..<names.phrases.count {
      let phrase = names.phrases[row]
      let agreement: (match: FoodQuery.Match, letters: Int)
      if isKnown, known.allSatisfy(phrase.words.contains) {
        agreement = (isComplete ? .complete : .beginning, 0)
      } else if let letters = phrase.words.lazy.compactMap({ beginnings[$0] }).min(),
        before.allSatisfy(phrase.words.contains)
      {
        agreement = (.beginning, letters)
      } else {
        continue
      }
      let surplus = max(0, phrase.words.count - query.words.count)
      let rank = rank(agreement.match, surplus: surplus, letters: agreement.letters, food: phrase.food)
      ranks[phrase.food] = min(ranks[phrase.food] ?? .max, rank)
    }
    // Ties keep the order of the table, which is alphabetical.
    return ranks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// The place of a food in the order of results.
  /// - Parameters:
  ///   - surplus: the words of the name that the query does not have, at most ``maxPhraseWords``.
  ///   - letters: the letters that the query lacks.
  private func rank(_ match: FoodQuery.Match, surplus: Int, letters: Int, food: Int) -> Int {
    let part = (match.rawValue * 2 + (surplus == 0 ? 0 : 1)) * 2 + (foods.isDish(food) ? 1 : 0)
    return (part * 16 + surplus) * 64 + min(letters, 63)
  }

  /// The numbers of the stems that begin with `letters`, with the number of letters that follow.
  private func continuations(of letters: String?, except numbers: [UInt32]) -> [UInt32: Int] {
    guard let letters, let first = letters.utf8.first else { return [:] }
    var found: [UInt32: Int] = [:]
    for stem in names.vocabulary[first] ?? [] where stem.starts(with: letters.utf8) {
      guard let number = number(of: String(decoding: stem, as: UTF8.self)), !numbers.contains(number) else { continue }
      found[number] = stem.count - letters.utf8.count
    }
    return found
  }
}
