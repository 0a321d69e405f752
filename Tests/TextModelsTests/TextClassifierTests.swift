import Testing

@testable import TextModels

struct TextClassifierTests {
  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func table() -> [UInt8] {
    var training = ClassifierTraining(bits: 10)
    for (text, name) in [
      ("the engine smokes", "car"), ("my engine rattles", "car"), ("new tyres for the car", "car"),
      ("the soup is salty", "none"), ("a bowl of soup", "none"), ("bread and butter", "none"),
      ("the violin is out of tune", "music"), ("strings for a violin", "music"),
    ] { training.add(words(text), name) }
    return training.table()
  }

  private static func classifier() throws -> TextClassifier { try #require(TextClassifier(table())) }

  @Test func learnsClasses() throws {
    let classifier = try Self.classifier()
    #expect(classifier.best(Self.words("is the engine too hot"))?.name == "car")
    #expect(classifier.best(Self.words("a violin"))?.name == "music")
    #expect(classifier.best(Self.words("a bowl of bread")).map { $0.margin < 0 } == true)
  }

  @Test func knowsPartsOfMisspeltWords() throws {
    let best = try Self.classifier().best(Self.words("violinn strngs"))
    #expect(best.map { $0.name == "music" && $0.margin > 0 } == true)
  }

  @Test func prefersAnExpectedClassWhereScoresAreClose() throws {
    let classifier = try Self.classifier()
    #expect(classifier.best([], ["music": 50])?.name == "music")
    #expect(classifier.best([], ["car": 50])?.name == "car")
  }

  @Test func readsTwoLevelsInAByte() throws {
    let table = Array("8\t0.5\tonly\n".utf8) + Array(repeating: 0x8F as UInt8, count: 128)
    let classifier = try #require(TextClassifier(table))
    #expect(classifier.classes == ["only"])
    // Even places have the level 7, odd ones 0.
    #expect(classifier.scores(of: [0]) == [24.5])
    #expect(classifier.scores(of: [1]) == [0])
    #expect(classifier.scores(of: [0, 1, 2, 4]) == [3 * 24.5 / 2])
  }

  @Test func readsTheWeightsOfItsTable() throws {
    // The largest weight has the level 7 and the scale 1: levels are roots.
    let weights: [Float] = [49, -16, 0, 1, -49, 0.2] + Array(repeating: 0, count: 506)
    let classifier = try #require(
      TextClassifier(TextClassifier.table(bits: 8, classes: ["first", "second"], weights: weights)))
    #expect(classifier.classes == ["first", "second"])
    #expect(classifier.bits == 8)
    #expect(classifier.scores(of: [0]) == [49, -16])
    #expect(classifier.scores(of: [1]) == [0, 1])
    #expect(classifier.scores(of: [2]) == [-49, 0])
  }

  @Test(arguments: [0, 1, 20, 300])
  func rejectsAnIncompleteTable(_ length: Int) {
    #expect(TextClassifier(Array(Self.table().prefix(length))) == nil)
  }

  @Test func learnsTheSameFromTheSameTexts() { #expect(Self.table() == Self.table()) }

  @Test func hasAScoreForAnyText() throws {
    let classifier = try Self.classifier()
    for text in ["", "?!", "日本語", String(repeating: "a", count: 100_000), String(repeating: "word ", count: 10_000)] {
      for score in classifier.scores(Self.words(text)) { #expect(score.isFinite) }
    }
  }
}
