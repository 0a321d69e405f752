import Testing

@testable import TextModels

@Suite struct FNV1aTests {
  /// The vectors of the draft.
  @Test(arguments: [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] as [(String, UInt32)])
  func hashesAsTheDraftSays(_ text: String, _ hash: UInt32) { #expect(FNV1a.hash(text.utf8) == hash) }

  @Test func hashesInParts() { #expect(FNV1a.hash("bar".utf8, from: FNV1a.hash("foo".utf8)) == 0xbf9c_f968) }
}
