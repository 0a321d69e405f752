/// A list that follows a heading and a colon in the same line: "sushi: 6 nigiri, 1 roll".
package enum InlineList {
  /// Returns the list at the beginning of the text after a colon: up to a semicolon, a bracket or the end of the sentence, or
  /// to the clause that is the next heading.
  package static func scope(_ text: Substring) -> Substring {
    let end = text.firstIndex { $0 == ";" || $0 == "(" } ?? text.endIndex
    var scope = text[..<end]
    if let stop = scope.indices.first(where: { scope[$0] == "." && scope[scope.index(after: $0)...].hasPrefix(" ") }) {
      scope = scope[..<stop]
    }
    guard let next = scope.firstIndex(of: ":") else { return scope }
    return scope[..<(scope[..<next].lastIndex(of: ",") ?? scope.startIndex)]
  }

  /// Returns the clauses of a text, without the signs and the "and" between them.
  package static func clauses(_ text: Substring) -> [Substring] {
    text.split { ",;.(&+".contains($0) }.flatMap { $0.split(separator: " and ") }
  }
}
