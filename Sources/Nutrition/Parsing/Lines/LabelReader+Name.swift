// The words that name the food, without what is done with it.
extension LabelReader {
  mutating func takeName() {
    skipPreparation()
    // "4 large or 6 small carrots"
    if name.isEmpty, token(position) == .word("or"), let other = amounts.amount(at: position + 1) {
      position = other.next
      skipPreparation()
    }
    while let token = token(position), !ends(at: position) || continuesList() || continuesModifiers() {
      // "salt and freshly ground pepper"
      if let text = token.text, LineWords.isFreshly(text, self.token(position + 1)?.text ?? ""),
        self.token(position + 2)?.text != nil, text == "freshly"
      {
        position += 2
        continue
      }
      if let text = token.text { name.append(text) }
      position += 1
    }
    sharesHead()
    while let last = name.last, LineWords.isDangling(last) { name.removeLast() }
  }

  /// "Peanut, corn or vegetable oil": the comma parts names that share what follows.
  private func continuesList() -> Bool {
    guard label.quantity == nil, token(position) == .stop, name.count == 1, let first = token(position + 1)?.text,
      !LineWords.isPreparation(first), !LineWords.isAdverb(first), !LineWords.beginsComment(first, next: "")
    else { return false }
    let clause = tokens[(position + 1)...].prefix { $0 != .stop }
    return clause.prefix(6).contains { $0 == .word("or") || $0 == .word("and") }
  }

  /// "Skinless, boneless chicken breasts": the comma parts what is said about a food that is not named yet.
  private func continuesModifiers() -> Bool {
    token(position) == .stop && !name.isEmpty && name.allSatisfy(LineWords.isModifier)
      && token(position + 1)?.text.map { !LineWords.isPreparation($0) && !LineWords.isAdverb($0) } == true
  }

  /// "6 corn or 4 flour tortillas": the first name shares the last word.
  private mutating func sharesHead() {
    guard name.count == 1, token(position) == .word("or"), let other = amounts.amount(at: position + 1) else { return }
    let clause = tokens[other.next...].prefix { $0 != .stop }.compactMap(\.text)
    if clause.count > 1, LineUnit.at(other.next, tokens) == nil, let last = clause.last { name.append(last) }
  }

  /// Where the name is over: at a stop, at a word that begins a comment, or before another amount.
  private func ends(at index: Int) -> Bool {
    guard let token = token(index) else { return true }
    switch token {
    case .stop: return true
    case .slash: return amounts.amount(at: index + 1) != nil
    case .number: return !name.isEmpty
    case .word(let word):
      if name.isEmpty { return false }
      let next = self.token(index + 1)?.text ?? ""
      if word == "and", name == ["half"], next == "half" { return false }
      if word == "or" || word == "and" || word == "plus" {
        return LineWords.isOther(next) || amounts.amount(at: index + 1) != nil || word == "plus"
          || LineWords.isPreparation(next) && word == "and" && LineClauses.isPreparation(from: index + 1, tokens)
      }
      return LineWords.beginsComment(word, next: next)
    default: return false
    }
  }

  /// "finely chopped", "peeled and finely grated", "fresh or frozen" before the name.
  private mutating func skipPreparation() {
    while let word = token(position)?.text {
      let next = token(position + 1)?.text ?? ""
      if LineWords.isSize(word) || LineWords.isPraise(word) {
        position += 1
      } else if LineWords.isFreshly(word, next), token(position + 2)?.text != nil {
        position += 2
      } else if LineWords.isAdverb(word), token(position + 1).map({ $0.text != nil }) == true {
        position += 1
      } else if LineWords.isPreparation(word), !LineWords.belongsToName(word, next), isFollowedByName(position) {
        // "shelled, unsalted peanuts"
        position += token(position + 1) == .stop ? 2 : 1
      } else if word == "and" || word == "or", position > 0, let before = tokens[position - 1].text,
        LineWords.isPreparation(before) || LineWords.isState(before),
        LineWords.isPreparation(next) || LineWords.isAdverb(next) || LineWords.isState(next)
      {
        position += 2
      } else if LineWords.isState(word), next == "or", let third = token(position + 2)?.text, LineWords.isState(third) {
        position += 3
      } else {
        return
      }
    }
  }

  private func isFollowedByName(_ index: Int) -> Bool {
    guard let next = token(index + 1) else { return false }
    if next == .stop { return token(index + 2)?.text != nil && name.isEmpty }
    return next.text != nil
  }
}
