import Nutrition

/// The time that the parser takes, for `make bench`.
struct ParserTiming {
  /// The time for one item, averaged over all texts.
  let microsecondsPerItem: Double
  /// The 99th percentile for texts of a thousand characters.
  let longText: Duration
  /// The worst ratio of times for a hostile text and one four times as long; about 4 if the time is linear.
  let growth: Double

  private static let rounds = 20
  private static let longRounds = 500

  /// - Parameter texts: at least one; the long texts are composed of them.
  init(_ texts: [String], parser: EmbeddedMealParser) {
    let clock = ContinuousClock()
    var items = 0
    // The first parse reads the table.
    _ = parser.parse("egg")
    let whole = clock.measure {
      for _ in 0..<Self.rounds {
        for text in texts { if case .items(let read) = parser.parse(text) { items += read.count } }
      }
    }
    microsecondsPerItem = whole / .microseconds(1) / Double(max(1, items))
    let times = Self.longTexts(texts).map { text in clock.measure { _ = parser.parse(text) } }.sorted()
    longText = times.isEmpty ? .zero : times[times.count * 99 / 100]
    growth =
      HostileTexts.all.map { unit in
        // The minimum of several runs excludes other work of the machine.
        let (short, long) = (HostileTexts.text(of: unit, bytes: 2000), HostileTexts.text(of: unit, bytes: 8000))
        func least(_ text: String) -> Double {
          (0..<5).map { _ in clock.measure { _ = parser.parse(text) } / .microseconds(1) }.min() ?? 0
        }
        return least(long) / max(1, least(short))
      }.max() ?? 0
  }

  /// Texts of about a thousand characters, each with another first text.
  private static func longTexts(_ texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    return (0..<longRounds).map { round in
      var text = ""
      var index = round
      while text.utf8.count < 1000 {
        text += texts[index % texts.count] + ", "
        index += 1
      }
      return String(text.prefix(1000))
    }
  }
}
