import Foundation
import JSONCodec

/// A value parsed by Foundation.
struct ReadByFoundation: Decodable {
  private var value: JSONValue

  static func value(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONDecoder().decode(ReadByFoundation.self, from: Data(bytes)).value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if let string = try? container.decode(String.self) {
      value = .string(string)
    } else if let array = try? container.decode([ReadByFoundation].self) {
      value = .array(array.map(\.value))
    } else {
      value = .object(try container.decode([String: ReadByFoundation].self).mapValues(\.value))
    }
  }
}
