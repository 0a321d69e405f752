/// The words of a segment that may be part of a name.
enum NameWords {
  /// The words without units and sizes; narration only after the first other word.
  static func of(_ words: [SegmentWord]) -> [SegmentWord] {
    let parts = words.flatMap(\.parts)
    let start = parts.firstIndex { !$0.has(.narration) || $0.has(.origin) } ?? parts.endIndex
    return parts.indices[start...].filter { index in
      let isOfPart = index + 1 < parts.endIndex && parts[index + 1].has(.sizedPart)
      return !parts[index].has(.container) && (!parts[index].isSize || isOfPart)
    }.map { parts[$0] }
  }
}
