import Evaluation
import Testing

@testable import Coach

struct TextClassifierTests {
  private static func table() -> [UInt8] {
    var training = ClassifierTraining(bits: 10)
    for (text, name) in [
      ("the engine smokes", "car"), ("my engine rattles", "car"), ("new tyres for the car", "car"),
      ("the soup is salty", "none"), ("a bowl of soup", "none"), ("bread and butter", "none"),
      ("the violin is out of tune", "music"), ("strings for a violin", "music"),
    ] { training.add(TextClassifier.words(text), name) }
    return training.table()
  }

  private static func classifier() throws -> TextClassifier { try #require(TextClassifier(table())) }

  @Test func learnsClasses() throws {
    let classifier = try Self.classifier()
    #expect(classifier.best(TextClassifier.words("is the engine too hot"))?.name == "car")
    #expect(classifier.best(TextClassifier.words("a violin"))?.name == "music")
    #expect(classifier.best(TextClassifier.words("a bowl of bread")).map { $0.margin < 0 } == true)
  }

  @Test func knowsPartsOfMisspeltWords() throws {
    let best = try Self.classifier().best(TextClassifier.words("violinn strngs"))
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

  @Test(arguments: [0, 1, 20, 300])
  func rejectsAnIncompleteTable(_ length: Int) {
    #expect(TextClassifier(Array(Self.table().prefix(length))) == nil)
  }

  @Test func learnsTheSameFromTheSameTexts() { #expect(Self.table() == Self.table()) }

  @Test func hasAScoreForAnyText() throws {
    let classifier = try Self.classifier()
    for text in ["", "?!", "日本語", String(repeating: "a", count: 100_000), String(repeating: "word ", count: 10_000)] {
      for score in classifier.scores(TextClassifier.words(text)) { #expect(score.isFinite) }
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

  /// A figure beside a word of fever, in a message that is plainly about something else.
  @Test func doubtsAReadingWhereAllElseSpeaksAgainstIt() {
    let message = "sweat everywhere after boxing class, i am in my 40s with a desk job, what should i train"
    #expect(SafetyStage(model: nil).verdict(on: message).finding?.category == .fever)
    #expect(SafetyStage().verdict(on: message).finding == nil)
    for reading in ["my temperature is 40.2 and i feel awful", "sweating all night, 40.1", "pulse 38 and dizzy"] {
      #expect(SafetyStage().verdict(on: reading).finding != nil, "\(reading)")
    }
  }

  /// A danger in one clause of a long message about everyday things.
  @Test(arguments: [
    (
      "so it was a normal tuesday, i made the kids their lunches, drove to work, had a coffee with julie, and since about ten "
        + "i have this chest pain that goes into my left arm, i did eat a big breakfast though, eggs and two sausages, so "
        + "what should i have for lunch today that is light, maybe soup or a salad", SafetyFinding.Category.emergency
    ),
    (
      "my dad is 71 and stubborn, he was in the garden all morning, beans and tomatoes mostly, then came in and his mouth was "
        + "hanging on one side and he talked funny, he says it is the heat and wants his dinner, it is pasta night, should he "
        + "drink more water first", .emergency
    ),
    (
      "hi there, i have been on your plan for three weeks, i like the oats and the soups, but every evening i sit there and "
        + "think that everybody would be better off without me, anyway what about the recipe for the lentil thing you "
        + "mentioned on sunday", .selfHarm
    ),
  ])
  func doesNotDoubtARuleForTheStoryAroundIt(_ message: String, _ category: SafetyFinding.Category) {
    #expect(SafetyStage().verdict(on: message).finding?.category == category)
  }

  @Test func doubtsARuleWhoseWordsMeanSomethingElse() {
    let message = "what is anaphylaxis exactly"
    #expect(SafetyStage(model: nil).verdict(on: message).finding != nil)
    for earlier in [[], ["can i eat peanuts"]] {
      #expect(SafetyStage().verdict(on: message, after: earlier).finding == nil)
    }
  }
}
