import JSONCodec
import Testing
import TextModels

@testable import Coach

/// The language of a message, in which a danger is answered, in sets that were only counted.
@Suite struct MessageLanguageTests {
  @Test func findsTheLanguageOfMostMessages() async throws {
    let files =
      ["", "-second", "-third", "-fourth", "-fifth", "-sixth", "-seventh"].map { "untouched\($0)" } + ["indirect"]
    var counts: [String: (right: Int, all: Int)] = [:]
    for file in files {
      for line in try CorpusFile.lines("Safety/\(file).jsonl") {
        guard let language = line["lang"]?.stringValue, case .array(let turns)? = line["turns"],
          let text = turns.last?.stringValue
        else { continue }
        counts[language, default: (0, 0)].all += 1
        if SafetyStage.language(SafetyText(text).words.map(\.text)).rawValue == language {
          counts[language]?.right += 1
        }
      }
      await Task.yield()
    }
    let floors = ["en": 0.995, "es": 0.98, "pt": 0.97, "fr": 0.98, "de": 0.975, "it": 0.955, "tr": 0.965]
    for (language, floor) in floors {
      let count = counts[language] ?? (0, 0)
      #expect(count.all > 300 && Double(count.right) >= floor * Double(count.all), "\(language): \(count)")
    }
  }

  @Test(arguments: [
    "will i die", "was that healthy?", "am outdoors all day", "update: did not die. sat on a tub after",
    "his dentures come in six weeks they say", "HA", "people will stare",
  ])
  func takesShortEnglishMessagesForEnglish(_ text: String) {
    #expect(SafetyStage.language(SafetyText(text).words.map(\.text)) == .en)
  }
}
