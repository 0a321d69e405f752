import Testing

@testable import TextModels

@Suite struct EmbeddingIndexTests {
  @Test func findsTheNearestVector() throws {
    let index = EmbeddingIndex([[1, 0], [0.6, 0.8], [0, 1]])
    let nearest = try #require(index.nearest(to: [0.8, 0.6]))
    #expect(nearest.index == 1 && abs(nearest.score - 0.96) < 0.001)
    #expect(index.nearest(to: [0, -1])?.index == 0)
  }

  @Test func anEmptyIndexHasNoNearestVector() { #expect(EmbeddingIndex([]).nearest(to: [1, 0]) == nil) }

  @Test func scalesVectorsToTheLengthOne() {
    #expect(SentenceEncoder.scaled([3, 4]) == [0.6, 0.8])
    #expect(SentenceEncoder.scaled([0, 0]) == [0, 0])
  }

  @Test(arguments: [0, 1, 10]) func anIncompleteTableIsNoEncoder(_ length: Int) {
    #expect(SentenceEncoder(Array(repeating: 9, count: length)) == nil)
  }
}
