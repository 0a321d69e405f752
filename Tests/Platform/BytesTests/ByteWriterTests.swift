import Bytes
import Testing

@Suite struct ByteWriterTests {
  @Test func appendsInOrder() {
    var bytes = Array("> ".utf8)
    bytes.append(upTo: 64) { writer in
      writer.append("id")
      writer.append(byte: 0x3D)
      writer.append(String(repeating: "å", count: 10))
      writer.append(Int64(0))
      writer.append(Int64.max)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "> id=åååååååååå09223372036854775807")
  }

  @Test(arguments: 0...6)
  func omitsValuesThatDoNotFit(size: Int) {
    var bytes: [UInt8] = []
    bytes.append(upTo: size) { writer in
      writer.append(String("abc"))
      writer.append("def")
      writer.append(byte: 0x67)
    }
    #expect(bytes.count <= size)
    #expect(String(decoding: bytes, as: UTF8.self) == ["", "g", "g", "abc", "abcg", "abcg", "abcdef"][size])
  }

  @Test func replacesLineBreaksFromAPositionOn() {
    var bytes: [UInt8] = []
    bytes.append(upTo: 64) { writer in
      writer.append("a\r\n")
      let start = writer.count
      writer.append("b\r\n\u{0}\tc")
      writer.blankLineBreaks(from: start)
    }
    #expect(bytes == Array("a\r\nb   \tc".utf8))
  }
}
