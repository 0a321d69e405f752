import Foundation
import HealthModels
import Testing

@testable import Coach

@Suite struct WordingTests {
  @Test func fillsPlaceholdersInTheirForms() {
    let text = Wording.text("goal.time", ["pace": 0.5, "goal": 70.0, "weeks": 1, "until": ""])
    #expect(text == "At about 0.5 kg a week, 70 kg takes about 1 week.")
    #expect(Wording.text("review.suggestion", ["foods": ["tofu", "cod"]]) == "Good for that: tofu or cod.")
    #expect(Wording.text("exercise.muscles", ["name": "Plank", "muscles": "the core"]) == "The plank works the core.")
    #expect(Wording.text("no such key") == "no such key")
  }

  @Test func joinsSentencesThatThereAre() {
    #expect(Wording.join("One.", nil, "", "Two.") == "One. Two.")
  }

  /// Every literal key in the sources has a row.
  @Test func hasEveryKeyOfTheSources() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Coach")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(of: /Wording\.text\(\s*"([A-Za-z_.]+)"[,)]/) {
        #expect(Wording.find(String(match.1)) != nil, "\(match.1)")
      }
    }
  }

  @Test func hasAFormOfEveryValue() {
    for persona in Persona.allCases { #expect(Wording.find("greeting." + persona.rawValue) != nil) }
    for focus in WellnessRoutine.Focus.allCases { #expect(Wording.find("routine.focus." + focus.rawValue) != nil) }
    for equipment in WorkoutPlan.Equipment.allCases { #expect(Wording.find("equipment." + equipment.rawValue) != nil) }
    for goal in WorkoutPlan.Goal.allCases {
      #expect(Wording.find("workout.goal." + goal.rawValue) != nil)
      #expect(Wording.find("workout.dosage." + goal.rawValue) != nil)
    }
  }
}
