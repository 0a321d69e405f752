extension ArraySlice<UInt8> {
  /// The parts between separators, empty ones included. Much faster than `split`, on which reading large tables depends.
  package func fields(_ separator: Character, or other: Character? = nil) -> [ArraySlice<UInt8>] {
    let (separator, other) = (separator.asciiValue, other?.asciiValue)
    var fields: [ArraySlice<UInt8>] = []
    fields.reserveCapacity(16)
    var start = startIndex
    for index in indices where self[index] == separator || self[index] == other {
      fields.append(self[start..<index])
      start = index + 1
    }
    fields.append(self[start...])
    return fields
  }
}
