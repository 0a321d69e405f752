import Testing
import TextModels

@testable import Nutrition

@Suite struct NameSearchTests {
  private func name(_ text: String) -> [String] {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return [] }
    return items.map(\.name)
  }

  static let rows: [(String, [String])] = [
    ("rice brown", ["Brown Rice"]), ("breast of chicken", ["Chicken Breast"]),
    ("rhubarb pancakes", ["Pancakes"]),
    ("eggs bacon toast", ["Egg", "Bacon"]),
    ("chiken breast", ["Chicken Breast"]), ("strawberrys", ["Strawberries"]), ("beet", ["Beetroot"]), ("gruffalo", []),
  ]

  @Test(arguments: rows)
  func findsTheLongestName(_ text: String, _ names: [String]) {
    #expect(Array(name(text).prefix(names.count)) == names)
    #expect(names.isEmpty == name(text).isEmpty)
  }

  @Test(arguments: [
    "beef", "beet", "pear", "peas", "plum", "lime", "leek", "corn", "ham", "lamb", "crab", "cod", "porch", "carnival",
    "score",
  ])
  func neverCorrectsAKnownWord(_ word: String) {
    var corrector = SpellingCorrector(.builtIn)
    #expect(corrector.corrections([SegmentWord(word)], among: [0]).isEmpty)
  }

  @Test(arguments: [
    ("brocoli", "broccoli"), ("chese", "cheese"), ("brokoli", "broccoli"), ("pecah", "peach"), ("brest", "breast"),
    ("bananna", "banana"), ("celrey", "celery"), ("strawbery", "strawberry"),
  ])
  func correctsSlipsOfTheKeyboard(_ word: String, _ meant: String) {
    var corrector = SpellingCorrector(.builtIn)
    #expect(
      corrector.corrections([SegmentWord(word)], among: [0]) == [0: Stemmer.stem(meant)]
    )
  }

  @Test func endsTheBudgetOfCorrections() {
    var corrector = SpellingCorrector(.builtIn)
    let letters = Array("bcdfghjk")
    var words = (0..<40).map { "qx\(letters[$0 % 8])\(letters[$0 / 8])vw" }
    #expect(corrector.corrections([SegmentWord(text: "brocoli", stem: "brocoli")], among: [0]).count == 1)
    words.append("strawberri")
    let unknown = words.map { SegmentWord(text: $0 + "x", stem: $0 + "x") }
    #expect(corrector.corrections(unknown, among: Array(unknown.indices)).isEmpty)
  }
}
