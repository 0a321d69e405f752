import Evaluation
import Testing

@testable import Coach

struct TextClassifierTests {
  private static func classifier() -> TextClassifier {
    var training = ClassifierTraining(bits: 10)
    for (text, name) in [
      ("the engine smokes", "car"), ("my engine rattles", "car"), ("new tyres for the car", "car"),
      ("the soup is salty", "none"), ("a bowl of soup", "none"), ("bread and butter", "none"),
      ("the violin is out of tune", "music"), ("strings for a violin", "music"),
    ] { training.add(TextClassifier.words(text), name) }
    return training.classifier()
  }

  @Test func learnsClasses() {
    let classifier = Self.classifier()
    #expect(classifier.best(TextClassifier.words("is the engine too hot"))?.name == "car")
    #expect(classifier.best(TextClassifier.words("a violin"))?.name == "music")
    #expect(classifier.best(TextClassifier.words("a bowl of bread")).map { $0.margin < 0 } == true)
  }

  @Test func knowsPartsOfMisspeltWords() {
    #expect(
      Self.classifier().best(TextClassifier.words("violinn strngs")).map { $0.name == "music" && $0.margin > 0 } == true
    )
  }

  @Test func prefersAnExpectedClassWhereScoresAreClose() {
    let classifier = Self.classifier()
    #expect(classifier.best([], expected: "music", advantage: 50)?.name == "music")
    #expect(classifier.best([], expected: "car", advantage: 50)?.name == "car")
  }

  @Test func isReadAsItWasWritten() throws {
    let classifier = Self.classifier()
    let read = try #require(TextClassifier(classifier.bytes))
    let words = TextClassifier.words("the engine and the violin")
    #expect(read.classes == classifier.classes)
    #expect(read.scores(words) == classifier.scores(words))
  }

  @Test(arguments: [0, 1, 20, 300])
  func rejectsAnIncompleteTable(_ length: Int) {
    #expect(TextClassifier(Array(Self.classifier().bytes.prefix(length))) == nil)
  }

  @Test func learnsTheSameFromTheSameTexts() { #expect(Self.classifier().bytes == Self.classifier().bytes) }

  @Test func hasAScoreForAnyText() {
    for text in ["", "?!", "日本語", String(repeating: "a", count: 100_000), String(repeating: "word ", count: 10_000)] {
      for score in Self.classifier().scores(TextClassifier.words(text)) { #expect(score.isFinite) }
    }
  }
}

struct EmbeddedClassifierTests {
  @Test func areComplete() {
    #expect(DangerModel.shared != nil)
    #expect(StatementModel.shared?.classifier.classes.sorted() == ["denied", "other", "own"])
    #expect(TextClassifier.plans?.classes.sorted() == ["any", "meal", "wellness", "workout"])
  }

  @Test func everyClassOfDangersIsACategory() throws {
    let classifier = try #require(TextClassifier(CoachTable.categoryModel.bytes))
    for name in classifier.classes {
      #expect(SafetyFinding.Category(rawValue: name) != nil, "\(name)")
    }
  }

  @Test func doubtsARuleWhoseWordsMeanSomethingElse() {
    let message = "what is anaphylaxis exactly"
    #expect(SafetyStage(model: nil).verdict(on: SafetyStage.Turn(message: message)).finding != nil)
    #expect(SafetyStage().verdict(on: SafetyStage.Turn(message: message)).finding == nil)
  }
}
