/// One message prepared for matching: the places of each element of the patterns, as ranges of word indices.
package struct PatternMatch: Sendable {
  /// The words of the message.
  package let words: [Word]
  /// The places of each element, by its number.
  package private(set) var places: [[Range<Int>]]
  private var isHidden: [Bool]

  /// Finds the elements in the words of a message.
  package init(_ words: [Word], _ elements: PatternElements) {
    self.words = words
    places = Array(repeating: [], count: elements.count)
    isHidden = Array(repeating: false, count: words.count)
    let texts = words.map(\.text)
    for index in words.indices {
      for (element, length) in elements.all(at: index, in: words, texts) {
        places[element].append(index..<index + length)
      }
    }
  }

  /// Whether all elements occur that a pattern needs.
  package func mayMatch(_ pattern: Pattern) -> Bool { pattern.required.allSatisfy { !places[$0].isEmpty } }

  /// Hides the words of a harmless phrase from later matches.
  package mutating func hide(_ spans: [Range<Int>]) {
    for index in spans.joined() { isHidden[index] = true }
    for element in places.indices { places[element].removeAll { $0.contains { isHidden[$0] } } }
  }

  /// The words that are not hidden.
  package var shown: [Word] { zip(words, isHidden).filter { !$0.1 }.map(\.0) }

  /// Whether all parts of a pattern occur. The cost is linear in steps, words and places.
  package func matches(_ pattern: Pattern, where accepts: (Range<Int>) -> Bool = { _ in true }) -> Bool {
    mayMatch(pattern) && pattern.parts.allSatisfy { all($0).contains(where: accepts) }
  }

  /// Returns all places of one part: for each end the shortest, in the order of the ends.
  package func all(_ steps: [Pattern.Step]) -> [Range<Int>] {
    // The latest start of what ends at each index; -1 for none. At first everything is empty.
    var starts = Array(0...words.count)
    for step in steps {
      switch step {
      case .element(let element, let isOptional): starts = following(starts, element, keeps: isOptional)
      case .gap(let length): starts = widened(starts, length)
      case .end: starts = starts.indices.map { endsClause($0) ? starts[$0] : -1 }
      }
    }
    return starts.indices.compactMap { (0..<$0).contains(starts[$0]) ? starts[$0]..<$0 : nil }
  }

  private func endsClause(_ index: Int) -> Bool {
    index > 0 && (index == words.count || words[index].clause != words[index - 1].clause)
  }

  private func following(_ starts: [Int], _ element: Int, keeps: Bool) -> [Int] {
    var result = keeps ? starts : Array(repeating: -1, count: starts.count)
    for place in places[element] {
      result[place.upperBound] = max(result[place.upperBound], starts[place.lowerBound])
    }
    return result
  }

  private func widened(_ starts: [Int], _ length: Int) -> [Int] {
    var result = starts
    for start in starts.indices where starts[start] >= 0 {
      var end = start
      while end < words.count, end < start + length, end == 0 || words[end].sentence == words[end - 1].sentence {
        end += 1
        result[end] = max(result[end], starts[start])
      }
    }
    return result
  }
}
