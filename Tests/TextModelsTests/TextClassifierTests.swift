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

  /// The same words mean something else elsewhere.
  @Test func learnsCircumstances() throws {
    var training = ClassifierTraining(bits: 12)
    for text in ["make it shorter", "less of it", "two of them", "not on mondays"] {
      training.add(Self.words(text), circumstances: ["speech"], "words")
      training.add(Self.words(text), circumstances: ["hair"], "none")
    }
    let classifier = try #require(TextClassifier(training.table()))
    let text = Self.words("a little less")
    #expect(classifier.scores(text, circumstances: ["speech"])["words"].map { $0 > 0 } == true)
    #expect(classifier.scores(text, circumstances: ["hair"])["words"].map { $0 < 0 } == true)
  }

  /// A word that one text has and others lack counts less.
  @Test func aPenaltyKeepsWeightsSmall() throws {
    func score(_ penalty: Float) throws -> Float {
      var training = ClassifierTraining(bits: 10, penalty: penalty)
      training.add(Self.words("the engine"), "car")
      training.add(Self.words("the soup"), "none")
      return try #require(TextClassifier(training.table())?.scores(Self.words("engine"))["car"])
    }
    let (free, bound) = try (score(0), score(0.5))
    #expect(bound > 0 && bound < free / 2)
  }

  @Test func readsTwoLevelsInAByte() throws {
    let table = Array("8\t0.5\tonly\n".utf8) + ZlibData.compressed(Array(repeating: 0x8F as UInt8, count: 128))
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

  @Test func rejectsAnIncompleteTable() {
    let table = Self.table()
    for length in [0, 1, 20, table.count - 1] {
      #expect(TextClassifier(Array(table.prefix(length))) == nil, "\(length)")
    }
    // Complete, but of more or fewer features than the first line says.
    for bits in [9, 11] {
      let rest = table.drop { $0 != UInt8(ascii: "\t") }
      #expect(TextClassifier(Array("\(bits)".utf8) + rest) == nil, "\(bits)")
    }
  }

  @Test(arguments: [[], [7], Array(repeating: 1, count: 100_000)] as [[UInt8]])
  func compressesBytes(_ bytes: [UInt8]) {
    let data = ZlibData.compressed(bytes)
    #expect(ZlibData.bytes(of: data[...], count: bytes.count) == bytes)
    #expect(ZlibData.bytes(of: data[...], count: bytes.count + 1) == nil)
    #expect(bytes.isEmpty || ZlibData.bytes(of: data.dropLast(), count: bytes.count) == nil)
    #expect(data.count < 200)
  }

  @Test func learnsTheSameFromTheSameTexts() { #expect(Self.table() == Self.table()) }

  @Test func hasAScoreForAnyText() throws {
    let classifier = try Self.classifier()
    for text in ["", "?!", "日本語", String(repeating: "a", count: 100_000), String(repeating: "word ", count: 10_000)] {
      for score in classifier.scores(Self.words(text)).values { #expect(score.isFinite) }
    }
  }
}
