import Testing

@testable import Coach

/// Readings by number and unit, on both sides of each limit.
@Suite struct VitalSignsTests {
  private static func category(_ text: String) -> SafetyFinding.Category? {
    SafetyRules.shared.finding(SafetyRules.shared.match(SafetyText(text)))?.category
  }

  @Test(
    arguments: [
      ("my sugar is 52, I feel shaky", .lowSugar), ("blood sugar 69 mg/dl", .lowSugar), ("blood sugar 70 mg/dl", nil),
      ("blood sugar 3.8 mmol/l", .lowSugar), ("blood sugar 3.9 mmol/l", nil), ("glucose 3,2 mmol", .lowSugar),
      ("blood sugar 299", nil), ("blood sugar 300", .highSugar), ("blood sugar 16.6 mmol", nil),
      ("blood sugar 16.7 mmol", .highSugar), ("my blood sugar is 110", nil), ("sugar 12 g per bar", nil),
      ("ketones 2.9", nil), ("ketones 3.0", .highSugar), ("how much sugar is in 2 apples", nil),
      ("does 1 apple raise my blood sugar", nil), ("my blood sugar is 3", .lowSugar),
      ("my blood sugar is 3, help", .lowSugar),
      ("glucose meter shows 52 mg per dl", .lowSugar), ("sugar 200 mg", nil),
      ("61, type 2, sugar well controlled, want to walk more", nil), ("i am 47 and my sugar is fine", nil),
    ] as [(String, SafetyFinding.Category?)])
  func readsBloodSugar(_ text: String, _ category: SafetyFinding.Category?) {
    #expect(Self.category(text) == category)
  }

  @Test(
    arguments: [
      ("my blood pressure is 180/100", .highPressure), ("my blood pressure is 179/119", nil),
      ("bp 150/120", .highPressure), ("blood pressure 190 over 110", .highPressure), ("bp 120/80", nil),
      ("bp 85/55 and I feel dizzy", .lowPressure), ("bp 85/55", nil), ("bp 90/60 and dizzy", nil),
      ("pressao 20 por 12", .highPressure), ("pressao 12 por 8", nil), ("I did 190/120 reps", nil),
    ] as [(String, SafetyFinding.Category?)])
  func readsBloodPressure(_ text: String, _ category: SafetyFinding.Category?) {
    #expect(Self.category(text) == category)
  }

  @Test(
    arguments: [
      ("it will be 41 degrees outside, too hot for chili", nil), ("dad of 2, 40, want to get fit", nil),
      ("fever of 39.3", nil), ("fever of 39.4", .fever), ("fever 103", .fever), ("fever 102", nil),
      ("temp is 98.6", nil),
      ("body temperature 34.9", .cold), ("body temperature 35", nil), ("my baby has a fever of 38", .infantFever),
      ("my baby has a temperature of 37.5", nil), ("oven temperature 40", nil), ("temperature 5000", nil),
    ] as [(String, SafetyFinding.Category?)])
  func readsTemperatures(_ text: String, _ category: SafetyFinding.Category?) {
    #expect(Self.category(text) == category)
  }

  @Test(
    arguments: [
      ("resting pulse 120", .heartRate), ("resting pulse 119", nil), ("pulse 140 and dizzy", .heartRate),
      ("pulse 139 while running", nil), ("pulse 40 and I feel faint", .heartRate), ("pulse 41 and I feel faint", nil),
      ("my spo2 is 92", .oxygen), ("my spo2 is 93", nil), ("oxygen 85 %", .oxygen),
    ] as [(String, SafetyFinding.Category?)])
  func readsPulseAndOxygen(_ text: String, _ category: SafetyFinding.Category?) {
    #expect(Self.category(text) == category)
  }

  @Test func namesTheMostSevereReading() {
    #expect(Self.category("blood sugar 350 and my spo2 is 85") == .oxygen)
  }

  @Test(
    arguments: [
      ("I eat 600 kcal a day", true), ("I eat 999 calories a day", true), ("I eat 1000 calories a day", false),
      ("a snack with 300 kcal a day", false), ("600 kcal", false),
    ])
  func readsAnIntakeThatIsTooLow(_ text: String, _ isTooLow: Bool) {
    #expect((Self.category(text) == .lowEnergy) == isTooLow)
  }
}
