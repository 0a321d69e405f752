import Testing
import TextModels

@testable import Coach

/// Questions in words that no example has.
@Suite struct QuestionSearchTests {
  @Test func theTableOfTheEncoderIsComplete() {
    #expect(QuestionSearch.encoder != nil)
  }

  @Test func embeddingsHaveTheLengthOne() throws {
    let embedding = try #require(QuestionSearch.encoder).embedding(["porridge", "keeps", "me", "full"])
    #expect(abs(Self.cosine(embedding, embedding) - 1) < 0.001)
  }

  @Test(
    arguments: [
      ("the mattress shop at 3 am, wide awake again", "insomnia at night", "a burger with bacon"),
      ("my buttocks ache since the squats", "sore muscles after training", "drink more water"),
      ("cheap suppers for students", "food on a small budget", "how to meditate"),
    ])
  func similarMeaningsAreNearer(_ text: String, _ near: String, _ far: String) throws {
    let encoder = try #require(QuestionSearch.encoder)
    func embedding(_ text: String) -> [Float] { encoder.embedding(Utterance(text).words) }
    let (asked, related, other) = (embedding(text), embedding(near), embedding(far))
    #expect(Self.cosine(asked, related) > Self.cosine(asked, other))
  }

  @Test func theSubjectIsThatOfTheNearestExample() {
    let subject = QuestionSearch.nearest(
      Utterance("which bike rides count as cardio exercise"), after: nil, from: QuestionSearch.likely)
    #expect(subject == "cycling")
  }

  @Test(arguments: ["asdf qwer", "quero perder peso", "12 34", ""])
  func textsWithoutAKnownWordHaveNoSubject(_ text: String) {
    #expect(QuestionSearch.nearest(Utterance(text), after: nil, from: 0) == nil)
  }

  private static func cosine(_ first: [Float], _ second: [Float]) -> Float {
    zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
