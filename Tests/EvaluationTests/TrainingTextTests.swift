import Coach
import JSONCodec
import Testing

@testable import Evaluation

struct TrainingTextTests {
  private static func texts(_ line: String, _ subject: TrainingText.Subject) throws -> [String] {
    try TrainingText.texts(JSONValue(parsing: Array(line.utf8)), subject, stage: SafetyStage(model: nil))
      .map { "\($0.label): \($0.text)" }
  }

  @Test(arguments: [
    (#"{"turns":["I have chest pain"],"danger":true,"kind":"heart"}"#, ["emergency: I have chest pain"]),
    (#"{"turns":["zzz"],"danger":true,"kind":"self_harm"}"#, ["self_harm: zzz"]),
    (#"{"turns":["zzz"],"danger":true,"kind":"unknown"}"#, []),
    (#"{"turns":["two eggs"],"danger":false,"kind":"food"}"#, ["none: two eggs"]),
    (#"{"turns":["hello","two eggs"],"danger":false,"kind":"food"}"#, ["none: two eggs"]),
    (#"{"turns":["I use insulin","I feel shaky"],"danger":true,"kind":"low_sugar"}"#, []),
    (#"{"turns":["two eggs"],"danger":false,"kind":"food","held":true}"#, []),
    (#"{"turns":["peanuts?"],"danger":true,"kind":"allergy"}"#, []),
    (#"{"turns":[{"say":"two eggs"},{"say":"I have chest pain"}]}"#, ["none: two eggs"]),
    (#"{"say":"a week of lunches","plan":"meal"}"#, ["none: a week of lunches"]),
    (#"{"say":"I have chest pain","plan":"none"}"#, []),
  ])
  func teachesDangers(_ line: String, _ expected: [String]) throws {
    #expect(try Self.texts(line, .category) == expected)
    let dangers = expected.map { text in
      text.hasPrefix("none: ") ? text : "danger" + text.drop { $0 != ":" }
    }
    #expect(try Self.texts(line, .danger) == dangers)
  }

  @Test(arguments: [
    (#"{"say":"no eggs, I swell up","statement":"own"}"#, ["own: no eggs, I swell up"]),
    (
      #"{"turns":["no eggs, I swell up","mayo?"],"danger":true,"kind":"allergy"}"#,
      ["own: no eggs, I swell up", "none: mayo?"]
    ),
    (#"{"turns":["I cook","mayo?"],"danger":false,"kind":"allergy"}"#, ["none: mayo?"]),
    (#"{"turns":["two eggs"],"danger":false,"kind":"food"}"#, ["none: two eggs"]),
    (#"{"turns":["two eggs"],"danger":false,"kind":"food","held":true}"#, []),
    // Harmless messages of other subjects may state something as well.
    (#"{"turns":["soy celiaca"],"danger":false,"kind":"food"}"#, []),
    (#"{"say":"a vegan week","plan":"meal"}"#, []),
    (#"{"say":"a week of lunches","plan":"meal"}"#, ["none: a week of lunches"]),
    (#"{"turns":["I have chest pain"],"danger":true,"kind":"emergency"}"#, []),
  ])
  func teachesStatements(_ line: String, _ expected: [String]) throws {
    #expect(try Self.texts(line, .statement) == expected)
  }

  @Test(arguments: [
    (#"{"say":"a week of lunches","plan":"meal"}"#, ["meal: a week of lunches"]),
    // A message of a conversation counts as three.
    (
      #"{"turns":[{"say":"a week of lunches","template":"meal"},{"say":"yes"}]}"#,
      Array(repeating: "meal: a week of lunches", count: 3) + Array(repeating: "none: yes", count: 3)
    ),
    (
      #"{"persona":"nutritionist","turns":[{"say":"a plan","template":"any"}]}"#,
      Array(repeating: "meal: a plan", count: 3)
    ),
    (#"{"persona":"general_wellness","turns":[{"say":"a plan","template":"any"}]}"#, []),
    (#"{"say":"a plan","plan":"any"}"#, []),
    // After a plan of each kind.
    (#"{"say":"no nuts","change":"change"}"#, ["meal: no nuts", "workout: no nuts", "wellness: no nuts"]),
    (#"{"say":"thanks","change":"none"}"#, Array(repeating: "none: thanks", count: 3)),
    (#"{"turns":[{"say":"two eggs"}],"held":true}"#, []),
    (#"{"turns":["two eggs"],"danger":false,"kind":"food"}"#, ["none: two eggs"]),
    (#"{"turns":["I have chest pain"],"danger":true,"kind":"emergency"}"#, []),
  ])
  func teachesPlans(_ line: String, _ expected: [String]) throws {
    #expect(try Self.texts(line, .plan) == expected)
  }

  @Test(arguments: [
    (
      #"{"turns":[{"say":"a week of lunches","template":"meal"},{"say":"he wore spikes. SPIKES","remark":"glad"},{"say":"why?"}]}"#,
      ["none: a week of lunches", "glad: he wore spikes. SPIKES", "none: why?"]
    ),
    (#"{"turns":[{"say":"ok","remark":"glad"}],"held":true}"#, []),
    (#"{"say":"a week of lunches","plan":"meal"}"#, []),
    (#"{"turns":["two eggs"],"danger":false,"kind":"food"}"#, []),
  ])
  func teachesRemarks(_ line: String, _ expected: [String]) throws {
    #expect(try Self.texts(line, .remark) == expected)
  }

  @Test func knowsThePlanBeforeAMessage() throws {
    let line = #"""
      {"persona":"fitness_coach","turns":[{"say":"hi"},{"say":"food please","template":"meal"},{"say":"no nuts","template":"meal"},
      {"say":"why?"},{"say":"no soy"}]}
      """#
    let texts = try TrainingText.texts(JSONValue(parsing: Array(line.utf8)), .plan, stage: SafetyStage(model: nil))
    let states = texts.map { $0.circumstances.first }
    #expect(
      states.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) == ["first", "talk", "meal+", "meal+", "meal"])
    #expect(texts.allSatisfy { $0.circumstances.last == "fitness_coach" })
  }

  @Test func reportsWhatIsMissing() {
    #expect(throws: EvaluationCaseError.self) { try Self.texts(#"{"turns":["two eggs"]}"#, .danger) }
  }
}
