import Bytes
import Testing

@Suite struct ByteScanTests {
  /// The reference implementation, byte by byte.
  private func expected(_ bytes: [UInt8], _ limit: UInt8, _ start: Int, _ end: Int) -> Int {
    (start..<end).first { bytes[$0] < limit } ?? end
  }

  @Test(arguments: [UInt8(1), 0x0E, 0x20, 0x7F, 128])
  func findsTheFirstByteBelowALimitWhereverItStands(_ limit: UInt8) {
    for odd in [UInt8(0), limit - 1, limit, limit &+ 1, 0x7F, 0x80, 0xFF] {
      for other in [limit, 0x7F, 0x80, 0xFF] where other >= limit {
        for place in 0..<20 {
          var bytes = [UInt8](repeating: other, count: 20)
          bytes[place] = odd
          // A second match after the first, which a borrow could hide or invent.
          bytes[min(19, place + 1)] = limit
          for start in 0...place {
            let found = ByteScan.firstIndex(below: limit, in: bytes.span, from: start, to: 20)
            #expect(found == expected(bytes, limit, start, 20))
          }
        }
      }
    }
  }

  @Test(arguments: [UInt8(0x20), 0x61, 0x7E, 0x80, 0xFF])
  func findsTheFirstControlCharacterWhereverItStands(_ other: UInt8) {
    for odd in [UInt8(0), 0x09, 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0x9F, 0xFF] {
      for place in 0..<20 {
        var bytes = [UInt8](repeating: other, count: 20)
        bytes[place] = odd
        bytes[min(19, place + 1)] = 0x7F
        for start in 0...place {
          let found = ByteScan.firstControl(in: bytes.span, from: start, to: 20)
          #expect(found == (start..<20).first { bytes[$0] < 0x20 || bytes[$0] == 0x7F } ?? 20)
        }
      }
    }
  }

  @Test(arguments: [UInt8(0x20), 0x21, 0x5B, 0x5D, 0x80, 0xFF])
  func findsTheEndOfAPlainPartOfAJSONString(_ other: UInt8) {
    for odd in [UInt8(0), 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0xA2, 0xDC, 0xFF] {
      for place in 0..<20 {
        var bytes = [UInt8](repeating: other, count: 20)
        bytes[place] = odd
        bytes[min(19, place + 1)] = 0x22
        for start in 0...place {
          let found = ByteScan.firstJSONSpecial(in: bytes.span, from: start, to: 20)
          #expect(found == (start..<20).first { bytes[$0] < 0x20 || bytes[$0] == 0x22 || bytes[$0] == 0x5C } ?? 20)
        }
      }
    }
  }

  @Test func readsNothingBeyondTheEnd() {
    let bytes = [UInt8](repeating: 0x41, count: 9) + [0]
    for end in 0...9 { #expect(ByteScan.firstIndex(below: 0x20, in: bytes.span, from: 0, to: end) == end) }
    #expect(ByteScan.firstIndex(below: 0x20, in: bytes.span, from: 4, to: 4) == 4)
  }
}
