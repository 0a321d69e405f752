/// One message prepared for matching: the places of each element of a pattern.
struct SafetyMatch: Sendable {
  /// The place of a pattern in the message, as a half-open range of word indices.
  struct Span: Sendable, Equatable {
    var start: Int
    var end: Int
  }

  let words: [Word]
  private var places: [[Span]]
  private var isMasked: [Bool]

  init(_ text: SafetyText, _ lexicon: SafetyLexicon, _ fuzzy: FuzzyWords) {
    words = text.words
    isMasked = Array(repeating: false, count: words.count)
    var places: [[Span]] = Array(repeating: [], count: lexicon.elementCount)
    let corrected = fuzzy.corrected(words.map(\.text), most: 60) { lexicon.forms(of: $0).isEmpty && Double($0) == nil }
    let forms = corrected.map(lexicon.forms)
    for index in words.indices {
      lexicon.matches(at: index, forms: forms) { element, length in
        places[element].append(Span(start: index, end: index + length))
      }
      let digits = words[index].number
      let elements = (digits ?? Utterance.numbers[words[index].text]).map { lexicon.elements(of: $0, isReading: false) }
      let readings = words.isReading(index) ? digits.map { lexicon.elements(of: $0, isReading: true) } : nil
      for element in (elements ?? []) + (readings ?? []) {
        places[element].append(Span(start: index, end: index + 1))
      }
    }
    self.places = places
  }

  func occurs(_ element: Int) -> Bool { places[element].contains { !hides($0) } }

  func places(of element: Int) -> [Span] { places[element].filter { !hides($0) } }

  /// Whether all elements occur, hidden or not.
  func mayMatch(_ pattern: SafetyPattern) -> Bool { pattern.required.allSatisfy { !places[$0].isEmpty } }

  /// Hides the words of a harmless phrase from later matches.
  mutating func mask(_ span: Span) {
    for index in span.start..<span.end { isMasked[index] = true }
  }

  private func hides(_ span: Span) -> Bool { (span.start..<span.end).contains { isMasked[$0] } }

  /// Whether all parts of a pattern occur. The cost is linear in steps, words and places.
  func matches(_ pattern: SafetyPattern, where accepts: (Span) -> Bool = { _ in true }) -> Bool {
    mayMatch(pattern) && pattern.parts.allSatisfy { all($0).contains(where: accepts) }
  }

  /// Returns all places of one part: for each end the shortest, in the order of the ends.
  func all(_ steps: [SafetyPattern.Step]) -> [Span] {
    // For each end the largest start of a partial match, -1 if no match ends there; nil before the first element.
    var open: [Int]?
    for step in steps {
      switch step {
      case .element(let element, let isOptional):
        // An optional first element adds nothing but words: the pattern may begin without it.
        if open != nil || !isOptional { open = follow(open, element, keeps: isOptional) }
      case .gap(let length): open = open.map { widened($0, length) }
      case .end: open = open.map { ends in ends.indices.map { endsClause($0) ? ends[$0] : -1 } }
      }
    }
    guard let open else { return [] }
    return open.indices.compactMap { open[$0] < 0 ? nil : Span(start: open[$0], end: $0) }
  }

  private func endsClause(_ index: Int) -> Bool {
    index > 0 && (index == words.count || words[index].clause != words[index - 1].clause)
  }

  private func follow(_ open: [Int]?, _ element: Int, keeps: Bool) -> [Int] {
    let none = Array(repeating: -1, count: words.count + 1)
    var result = keeps ? open ?? none : none
    for place in places(of: element) {
      result[place.end] = max(result[place.end], open.map { $0[place.start] } ?? place.start)
    }
    return result
  }

  private func widened(_ open: [Int], _ length: Int) -> [Int] {
    var result = open
    for start in open.indices where open[start] >= 0 {
      var end = start
      while end < words.count, end < start + length, end == 0 || words[end].sentence == words[end - 1].sentence {
        end += 1
        result[end] = max(result[end], open[start])
      }
    }
    return result
  }
}

extension [Word] {
  /// Whether a number is no amount (`52 g`), aim (`under 52`), time (`5:20`), or one of two (`190 over 120`).
  fileprivate func isReading(_ index: Int) -> Bool {
    func text(_ offset: Int) -> String { indices.contains(index + offset) ? self[index + offset].text : "" }
    func isJoined(_ direction: Int) -> Bool {
      let isLink = text(direction) == "/" || WordList.pressureLinks.contains(text(direction))
      return isLink && indices.contains(index + 2 * direction) && self[index + 2 * direction].number != nil
    }
    // "52 mg/dl" is a reading, "52 mg" an amount.
    let isConcentration = text(1) == "mg" && (text(2) == "dl" || text(3) == "dl")
    let isAmount = text(1) == ":" || WordList.otherReadings.contains(text(1)) && !isConcentration
    return !isAmount && text(-1) != ":" && !WordList.notReadings.contains(text(-1)) && !isJoined(1) && !isJoined(-1)
  }
}
