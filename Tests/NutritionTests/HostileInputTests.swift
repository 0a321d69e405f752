import HealthModels
import Testing

@testable import Nutrition

@Suite struct HostileInputTests {
  private static let parser = EmbeddedMealParser()

  /// A small generator, so that every run sees the same texts.
  struct Generator {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private func expectPlausible(_ text: String) {
    switch Self.parser.parse(text) {
    case .failure(let reason, let suggestions):
      #expect(!reason.isEmpty)
      #expect(!suggestions.isEmpty)
    case .items(let items):
      #expect(!items.isEmpty && items.count <= EmbeddedMealParser.maxItems)
      for item in items {
        #expect(item.grams.isFinite && item.grams >= 0 && item.grams <= PortionResolver.maxGrams)
        #expect(item.nutrients.energyKilocalories.isFinite && item.nutrients.energyKilocalories < 50_000)
        #expect(item.quantityValue.isFinite && item.quantityValue >= 0)
        #expect((0...1).contains(item.confidence))
        #expect(item.notes.utf8.count < 4000)
      }
    }
  }

  @Test(arguments: [
    "", " ", "\n\n\n", "\u{0}", "\u{0}\u{1}\u{2}eggs", ",,,,,;;;;", "....", "///", "1/0 eggs", "1/ eggs",
    "0/0 cup rice",
    "1e308 eggs", "1e999 eggs", "1e-999 eggs", "9e99kg rice", "-5 eggs", "- - - eggs", "NaN eggs", "inf cups rice",
    "99999999999999999999999999999999 eggs", "0.00000000000000000000001 g rice", "1 1 1 1 1 1 1 eggs",
    "xinf eggs", "xnan eggs", "hinf 2 eggs", "h1e9 eggs", "x9e99 eggs", "9999999 9999999 etti di pane", "h9.",
    "h9.3 egg",
    "and and and and", "with with", "or or", "without", "no", "x x x x", "half half half", "½½½ eggs", "a an a an",
    "🍕🍕🍕", "e\u{301}e\u{301}ggs", "ｅｇｇｓ", "卵", "яйцо", "\u{202E}sgge 2", "2 eggs\u{FFFD}", "%%%", "100%", "2%",
    "12:30 eggs", "'''' eggs", "((((((eggs", "eggs))))))", "<script>eggs</script>", "'; DROP TABLE foods; --",
  ])
  func staysCalm(_ text: String) { expectPlausible(text) }

  @Test(arguments: ["a", "1", ",", "and ", "eggs ", "1/", "½", "brocoli ", "zzzzzz ", "2 eggs,", "or ", "-", "\u{301}"])
  func takesLongRepetitions(_ unit: String) {
    expectPlausible(String(repeating: unit, count: 1000 / unit.utf8.count))
    expectPlausible(String(repeating: unit, count: 8000 / unit.utf8.count))
    expectPlausible(String(repeating: unit, count: 9000))
  }

  @Test(arguments: 0..<40)
  func takesRandomBytes(_ seed: Int) {
    var generator = Generator(state: UInt64(seed) &+ 77)
    for _ in 0..<10 {
      let bytes = (0..<generator.next(600)).map { _ in UInt8(generator.next(256)) }
      expectPlausible(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: 0..<40)
  func takesRandomWords(_ seed: Int) {
    let words = [
      "2", "1/2", "½", "half", "a", "dozen", "cup", "g", "kg", "tbsp", "of", "and", "with", "or", "no", "x", "-", "to",
      ",", "(", ")", "eggs", "toast", "rice", "mac", "cheese", "large", "e9", "%", "milk", "brwn", "7", "up", "\n",
    ]
    var generator = Generator(state: UInt64(seed) &+ 991)
    for _ in 0..<10 {
      let text = (0..<generator.next(60)).map { _ in words[generator.next(words.count)] }
      expectPlausible(text.joined(separator: generator.next(4) == 0 ? "" : " "))
    }
  }

  @Test func refusesOverlongText() {
    guard case .failure = Self.parser.parse(String(repeating: "eggs ", count: 5000)) else {
      Issue.record("took an overlong text")
      return
    }
  }
}
