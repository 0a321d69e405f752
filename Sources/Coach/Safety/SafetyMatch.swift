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
      let number = words[index].number ?? Utterance.numbers[words[index].text]
      lexicon.matches(at: index, forms: forms, number: number) { element, length in
        places[element].append(Span(start: index, end: index + length))
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
    // For each end the largest start of a partial match; -1 if no match ends there.
    var open: [Int]?
    for step in steps {
      switch step {
      case .element(let element, let isOptional):
        guard let before = open else {
          // An optional first element adds nothing but words: the pattern may begin without it.
          if !isOptional { open = beginnings(element) }
          break
        }
        open = follow(before, element, keeps: isOptional)
      case .gap(let length): open = open.map { widened($0, length) }
      }
    }
    guard let open else { return [] }
    return open.indices.compactMap { open[$0] < 0 ? nil : Span(start: open[$0], end: $0) }
  }

  private func beginnings(_ element: Int) -> [Int] {
    var result = Array(repeating: -1, count: words.count + 1)
    for place in places[element] where !hides(place) { result[place.end] = max(result[place.end], place.start) }
    return result
  }

  private func follow(_ open: [Int], _ element: Int, keeps: Bool) -> [Int] {
    var result = keeps ? open : Array(repeating: -1, count: open.count)
    for place in places[element] where open[place.start] >= 0 && !hides(place) {
      result[place.end] = max(result[place.end], open[place.start])
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
