/// Folds characters to lower-case ASCII without accents.
enum Letters {
  /// The lower-case ASCII spelling of a Latin letter; nil for other scalars.
  static func folded(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x61...0x7A: return String(scalar)
    case 0x41...0x5A: return String(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    case 0xC6, 0xE6: return "ae"
    case 0xDF: return "ss"
    case 0x152, 0x153: return "oe"
    case 0xC0...0x17F: return latin(scalar.value)
    case 0x1EA0...0x1EF9: return vietnamese(scalar.value)
    default: return nil
    }
  }

  /// The value of a vulgar fraction character.
  static func fraction(_ scalar: Unicode.Scalar) -> Double? {
    switch scalar.value {
    case 0xBC: 0.25
    case 0xBD: 0.5
    case 0xBE: 0.75
    case 0x2150: 1.0 / 7
    case 0x2151: 1.0 / 9
    case 0x2152: 0.1
    case 0x2153: 1.0 / 3
    case 0x2154: 2.0 / 3
    case 0x2155: 0.2
    case 0x2156: 0.4
    case 0x2157: 0.6
    case 0x2158: 0.8
    case 0x2159: 1.0 / 6
    case 0x215A: 5.0 / 6
    case 0x215B: 0.125
    case 0x215C: 0.375
    case 0x215D: 0.625
    case 0x215E: 0.875
    default: nil
    }
  }

  /// Whether the scalar is a combining diacritical mark.
  static func isCombining(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  private static func latin(_ value: UInt32) -> String? {
    switch value {
    case 0xC0...0xC5, 0xE0...0xE5, 0x100...0x105: "a"
    case 0xC7, 0xE7, 0x106...0x10D: "c"
    case 0xC8...0xCB, 0xE8...0xEB, 0x112...0x11B: "e"
    case 0xCC...0xCF, 0xEC...0xEF, 0x128...0x131: "i"
    case 0xD0, 0xF0, 0x10E...0x111: "d"
    case 0xD1, 0xF1, 0x143...0x148: "n"
    case 0xD2...0xD6, 0xD8, 0xF2...0xF6, 0xF8, 0x14C...0x151: "o"
    case 0xD9...0xDC, 0xF9...0xFC, 0x168...0x173: "u"
    case 0xDD, 0xFD, 0xFF, 0x176...0x178: "y"
    case 0x11C...0x123: "g"
    case 0x139...0x142: "l"
    case 0x154...0x159: "r"
    case 0x15A...0x161: "s"
    case 0x162...0x167: "t"
    case 0x179...0x17E: "z"
    default: nil
    }
  }

  private static func vietnamese(_ value: UInt32) -> String {
    switch value {
    case 0x1EA0...0x1EB7: "a"
    case 0x1EB8...0x1EC7: "e"
    case 0x1EC8...0x1ECB: "i"
    case 0x1ECC...0x1EE3: "o"
    case 0x1EE4...0x1EF1: "u"
    default: "y"
    }
  }
}
