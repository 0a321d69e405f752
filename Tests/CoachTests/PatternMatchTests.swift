import Testing

@testable import Coach
@testable import TextModels

@Suite struct PatternMatchTests {
  /// Whether a pattern occurs in a text.
  private static func matches(_ pattern: String, _ text: String, masking idiom: String? = nil) -> Bool {
    var elements = PatternElements(
      classes: ["pain": "pain|ache*", "deep": "@pain|cramp"], numberWords: Utterance.numberWords)
    let compiled = Pattern(pattern, &elements)
    let mask = idiom.map { Pattern($0, &elements) }
    var match = PatternMatch(SafetyText(text).words, elements)
    for part in mask?.parts ?? [] { match.hide(match.all(part)) }
    return match.matches(compiled)
  }

  @Test(
    arguments: [
      ("chest pain", "my chest pain", true), ("chest pain", "pain in my chest", false),
      ("chest .. pain", "chest is in pain", true), ("chest .. pain", "chest is in so much pain", false),
      ("chest ... pain", "chest is in so much pain", true), ("chest ... pain", "my chest. A pain", false),
      ("chest & pain", "pain in my chest", true), ("chest & pain", "my chest", false),
      ("chest @pain", "chest aches", true), ("chest @deep", "chest cramp", true), ("chest @pain", "chest day", false),
      ("ate ?the pill", "ate the pill", true), ("ate ?the pill", "ate pill", true),
      ("ate ?the pill", "ate my pill", false),
      ("?the pill", "pill", true), ("left_arm numb", "left arm numb", true), ("left_arm numb", "arm numb", false),
      ("took #6-500 pills", "took 30 pills", true), ("took #6-500 pills", "took ten pills", true),
      ("took #6-500 pills", "took 2 pills", false), ("took #6-500 pills", "took 501 pills", false),
      ("pain", "pian", false), ("suicid*", "suicidal", true),
      ("suicid*", "suici", false),
    ] as [(String, String, Bool)])
  func findsPatterns(_ pattern: String, _ text: String, _ isFound: Bool) {
    #expect(Self.matches(pattern, text) == isFound)
  }

  @Test func hidesWordsOfHarmlessPhrases() {
    #expect(!Self.matches("kill", "this killer workout, kill me", masking: "kill_me"))
    #expect(Self.matches("kill", "kill me, I want to kill", masking: "kill_me"))
  }

  @Test func reportsEveryPlaceOnceForEachEnd() {
    var elements = PatternElements(classes: [:], numberWords: [:])
    let pattern = Pattern("a ... b", &elements)
    let match = PatternMatch(SafetyText("a a x b b").words, elements)
    #expect(match.all(pattern.parts[0]) == [1..<4, 1..<5])
  }

  @Test func compilesAllData() {
    func lines(_ bytes: [UInt8]) -> Int { bytes.split(separator: UInt8(ascii: "\n")).count - 1 }
    let rules = SafetyRules.shared
    let ofReadings = CoachTable.vitalLimits.rows(6)
    #expect(ofReadings.count == lines(CoachTable.vitalLimits.bytes))
    // A reading is looked for before and after its name.
    let readings = ofReadings.reduce(0) { $0 + ($1[1].isEmpty ? 1 : 2) }
    #expect(rules.rules.count == lines(CoachTable.safetyRules.bytes) + readings)
    #expect(rules.idioms.count == lines(CoachTable.safetyIdioms.bytes))
    #expect(
      CoachTable.safetyClasses.rows(2).count
        == lines(CoachTable.safetyClasses.bytes))
    #expect(
      CoachTable.safetySpellings.rows(2).count
        == lines(CoachTable.safetySpellings.bytes))
    #expect(
      CoachTable.safetyReplies.rows(3).count
        == lines(CoachTable.safetyReplies.bytes))
    #expect(
      CoachTable.allergens.rows(4).count == lines(CoachTable.allergens.bytes))
    let figures = CoachTable.figures.rows(6)
    #expect(figures.count == lines(CoachTable.figures.bytes))
    #expect(figures.allSatisfy { $0[0].isEmpty || FactName(rawValue: $0[0]) != nil })
    // A pattern without a required element would apply to every message.
    #expect(rules.rules.allSatisfy { !$0.pattern.required.isEmpty })
  }

  @Test(arguments: SafetyFinding.Category.allCases)
  func hasAReplyForEveryCategoryAndLanguage(_ category: SafetyFinding.Category) {
    for language in SafetyFinding.Language.allCases {
      #expect(SafetyFinding(category: category, language: language).reply.utf8.count > 100)
    }
  }

  @Test func namesTheEmergencyNumberInEveryLanguage() {
    for language in SafetyFinding.Language.allCases {
      #expect(SafetyFinding(category: .emergency, language: language).reply.contains("112"))
    }
  }
}
