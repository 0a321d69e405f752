import Testing

@testable import TextModels

@Suite struct NameContextTests {
  private static let words = [
    "i", "had", "soup", "", "", "she", "got", "the", "pancakes", "", "with", "jam", "", "", "tea",
  ]

  private func features(_ words: [String], _ name: Range<Int>, _ circumstances: [String] = []) -> Set<Int> {
    Set(NameContext(NameContext.Text(words), name: name).features(circumstances, bits: 16))
  }

  @Test func otherSentencesDoNotMatter() {
    var other = Self.words
    (other[0], other[14]) = ("we", "milk")
    #expect(features(Self.words, 8..<9) == features(other, 8..<9))
  }

  @Test(arguments: [5, 6, 8, 11])
  func wordsOfTheSentenceMatter(_ position: Int) {
    var other = Self.words
    other[position] = "other"
    #expect(features(Self.words, 8..<9) != features(other, 8..<9))
  }

  @Test func circumstancesMatter() {
    let (plain, known) = (features(Self.words, 8..<9), features(Self.words, 8..<9, ["first"]))
    #expect(known.count == plain.count + 1 && known.isSuperset(of: plain))
  }

  @Test func theCostIsBounded() {
    let words = (0..<100_000).map { "w\($0)" }
    #expect(features(words, 50_000..<50_001).count < 200)
  }

  @Test func aClassifierLearnsFromContexts() throws {
    var training = ClassifierTraining(bits: 10)
    for other in ["soup", "rice", "eggs", "peas"] {
      training.add(
        NameContext(NameContext.Text(["i", "had", other]), name: 2..<3), circumstances: [], TextClassifier.none)
      training.add(NameContext(NameContext.Text(["she", "got", other]), name: 2..<3), circumstances: [], "uneaten")
    }
    let classifier = try #require(TextClassifier(training.table()))
    func score(_ words: [String]) -> Float {
      classifier.scores(of: NameContext(NameContext.Text(words), name: 2..<3).features([], bits: classifier.bits))[0]
    }
    #expect(score(["i", "had", "tea"]) < 0 && score(["she", "got", "tea"]) > 0)
  }
}
