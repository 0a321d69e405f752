package import JSONCodec

extension JSONValue {
  /// The differences between this value and what a test expects of it; empty if it contains `expected`.
  ///
  /// An object contains another with the same or fewer members. An array contains one of the same length whose elements it
  /// contains in order. Other values contain their equals only.
  /// - Returns: lines such as `data.status: "failed" instead of "completed"`.
  package func differences(from expected: JSONValue, at path: String = "") -> [String] {
    let name = path.isEmpty ? "the body" : path
    if let members = expected.objectValue {
      guard objectValue != nil else { return ["\(name): \(text) instead of an object"] }
      return members.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
        let path = path.isEmpty ? key : path + "." + key
        guard let actual = self[key] else { return ["\(path): missing"] }
        return actual.differences(from: value, at: path)
      }
    }
    if let elements = expected.arrayValue {
      guard let actual = arrayValue else { return ["\(name): \(text) instead of an array"] }
      guard actual.count == elements.count else {
        return ["\(name): \(actual.count) elements instead of \(elements.count)"]
      }
      return zip(actual, elements).enumerated().flatMap { $1.0.differences(from: $1.1, at: "\(path)[\($0)]") }
    }
    return self == expected ? [] : ["\(name): \(text) instead of \(expected.text)"]
  }
}
