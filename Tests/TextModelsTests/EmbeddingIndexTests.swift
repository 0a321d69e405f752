import Testing

@testable import TextModels

@Suite struct EmbeddingIndexTests {
  @Test func comparesAVectorWithAll() {
    let cosines = EmbeddingIndex([[1, 0], [0.6, 0.8], [0, 1]]).cosines(to: [0.8, 0.6])
    #expect(zip(cosines, [0.8, 0.96, 0.6]).allSatisfy { abs($0 - $1) < 0.001 } && cosines.count == 3)
  }

  @Test func anEmptyIndexHasNoCosines() { #expect(EmbeddingIndex([]).cosines(to: [1, 0]).isEmpty) }

  @Test func scalesVectorsToTheLengthOne() {
    #expect(SentenceEncoder.scaled([3, 4]) == [0.6, 0.8])
    #expect(SentenceEncoder.scaled([0, 0]) == [0, 0])
  }

  @Test(arguments: [0, 1, 10]) func anIncompleteTableIsNoEncoder(_ length: Int) {
    #expect(SentenceEncoder(Array(repeating: 9, count: length)) == nil)
  }
}
