import Testing
import TextModels

@testable import Coach

struct EmbeddedClassifierTests {
  @Test func areComplete() {
    #expect(DangerModel.shared != nil)
    #expect(StatementModel.shared?.classifier.classes.sorted() == ["denied", "other", "own"])
    #expect(PlanRequest.classifier?.classes.sorted() == ["meal", "wellness", "workout"])
    #expect(Remark.classifier?.classes.sorted() == ["glad", "sorry"])
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
