import Testing

@testable import TextModels

@Suite struct ZlibDataTests {
  private func table(_ bytes: [UInt8]) -> [UInt8] {
    unsafe bytes.withUnsafeBufferPointer { unsafe ZlibData.table($0) }
  }

  @Test(arguments: ["", "name\taliases\nSoup\t", String(repeating: "rice\n", count: 70_000)])
  func readsPlainAndCompressedTables(_ text: String) {
    let bytes = Array(text.utf8)
    let size = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
    #expect(table(bytes) == bytes)
    #expect(table([0] + size + ZlibData.compressed(bytes)) == bytes)
  }

  @Test func aDamagedTableIsEmpty() {
    #expect(table([0, 9, 0, 0, 0] + ZlibData.compressed(Array("soup".utf8))).isEmpty)
    #expect(table([0, 4, 0, 0, 0, 1, 2, 3]).isEmpty)
  }
}
