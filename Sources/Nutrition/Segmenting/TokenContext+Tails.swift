extension TokenContext {
  /// Whether a tail begins at `index`: narration at the end of a sentence that names no food ("to quench my thirst").
  func isTail(at index: Int, afterFood: Bool) -> Bool {
    switch tokens.word(index) {
    case "to":
      guard index == 0 || tokens.word(index - 1) != "ready",
        afterFood || index == 0 || tokens[index - 1] == .separator, let next = tokens.word(index + 1)
      else { return false }
      return !next.has(.tailVerb) && AmountReader.numbers[next] == nil
    // "a salad for lunch", but "stopped at Hardee's for a salad", "swapped the chips for a salad"
    case "for":
      return afterFood && tokens.word(index - 1).map { $0.has(.place) || $0 == "called" } != true
        && ["at", "by", "swapped"].allSatisfy { ![tokens.word(index - 3), tokens.word(index - 2)].contains($0) }
    // "a snack that included a banana", but not "before that, a banana", "it was so hot that I had a banana"
    case "that", "which":
      return index > 0 && connectors.connector(at: index) == nil
        && !["before", "after"].contains(tokens.word(index - 1))
        && !(["i", "we"].contains(tokens.word(index + 1)) && tokens[max(0, index - 4)..<index].contains(.word("so")))
    case "perfect": return index > 0 && ["for", "as", "to"].contains(tokens.word(index + 1))
    case let word:
      return index > 0 && word?.has(.tail) == true && amounts.amount(at: index + 1) == nil
        && connectors.connector(at: index) == nil
    }
  }

  /// The position after a time of day that begins at `index`: "8 am", "at 10 I had", "8 an apple"; nil for other text.
  func endOfTime(at index: Int) -> Int? {
    if isTimeOfLine(at: index) {
      return ["a", "p", "am", "pm"].contains(tokens.word(index + 1)) ? index + 2 : index + 1
    }
    guard let read = amounts.amount(at: index), !read.amount.isArticle, read.amount.value < 60 else { return nil }
    let (word, following) = (tokens.word(read.next) ?? "", amounts.amount(at: read.next)?.amount)
    if word.has(.clock) { return read.next + 1 }
    if ["a", "p"].contains(word), tokens.word(read.next + 1) == "m" { return read.next + 2 }
    if tokens.word(index - 1) == "hour", index < 2 || amounts.amount(at: index - 2) == nil { return index + 1 }
    let isAfterPreposition =
      ["at", "around", "by", "until", "oclock"].contains(tokens.word(index - 1)) && read.amount.value < 25
    let isFollowed = isEnd(read.next) || following != nil || word.has(.narration) && word != "of"
    return isAfterPreposition && isFollowed || following?.isArticle == true ? read.next : nil
  }

  /// Whether a time of day without a colon begins a line: "10.30 cup of tea", "0230 an apple", "8p soup".
  private func isTimeOfLine(at index: Int) -> Bool {
    guard case .number(let value, let text)? = tokens.token(index), isEnd(index - 1), value < 2400 else { return false }
    let isMarked = ["a", "p", "am", "pm"].contains(tokens.word(index + 1))
    if isMarked, (1...12).contains(value) { return true }
    let parts = text.contains(".") ? text.split(separator: ".") : [text.dropLast(2), text.suffix(2)]
    guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]), parts[1].utf8.count == 2,
      minutes % 5 == 0 || isMarked, hours < 24 && minutes < 60
    else { return false }
    if isMarked { return true }
    guard
      text.utf8.count == 4 && !text.contains(".") && text.utf8.first == UInt8(ascii: "0")
        || hours > 4 && text.utf8.count > 3
    else { return false }
    let unit = unitAfterAmount(at: index + 1).0
    return unit?.grams == nil && unit != .milliliter && unit != .fluidOunce
  }

  /// The position after words that neither count nor exclude the food that follows: "a medley of", "no sugar added";
  /// nil for other text.
  func endOfPhrase(at index: Int) -> Int? {
    let isMixture =
      ["a", "an"].contains(tokens.word(index)) && tokens.word(index + 1)?.has(.mixture) == true && isOf(index + 2)
    let isModifier =
      tokens.word(index) == "no" && tokens.word(index + 2) == "added" && longestMatch(at: index + 3) != nil
    return isMixture || isModifier ? index + 3 : nil
  }

  /// The end of a tail: the next separator, amount or coordination.
  func endOfTail(from start: Int) -> Int {
    var index = start
    while index < tokens.count, tokens[index] != .separator, tokens[index] != .ampersand, tokens[index] != .close {
      if let read = amounts.amount(at: index), !read.amount.isArticle || isVessel(read.next) { break }
      if let found = connectors.connector(at: index), found.connector == .next || found.connector == .excluded,
        !(tokens.word(index - 1)?.has(.descriptor) == true && tokens.word(found.next)?.has(.descriptor) == true)
      {
        break
      }
      if let found = connectors.connector(at: index), found.connector == .addition, namesFood(found.next) { break }
      // "to cool down I had a large juice"
      if ["i", "we"].contains(tokens.word(index)), tokens.word(start - 1) == "to" { break }
      index += 1
    }
    return index
  }

  /// Whether a food with an article follows: "for lunch with a small diet cola", but "for lunch with a friend".
  private func namesFood(_ index: Int) -> Bool {
    guard let read = amounts.amount(at: index), read.amount.isArticle else { return false }
    return tokens.indices[read.next...].prefix(4).contains { longestMatch(at: $0) != nil }
  }

  /// Whether "refreshing cup of" follows an article, which begins another food.
  private func isVessel(_ index: Int) -> Bool {
    (index...index + 1).contains { tokens.unit($0)?.isSize == false && isOf($0 + 1) }
  }
}
