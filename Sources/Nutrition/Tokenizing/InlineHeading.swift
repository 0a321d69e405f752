import TextModels

/// Rewrites "sushi: 6 salmon nigiri, 1 tuna roll" as "sushi (6 salmon nigiri, 1 tuna roll)": a list after a food and a
/// colon gives its ingredients, as one food does after a group ("fruit: 1 apple"). "Rice: 150 g" and "Lunch: rice" stay.
struct InlineHeading {
  private static let maxHeadings = 12
  private static let maxClauses = 20

  let table: FoodTable

  /// The line with brackets instead of the colon. Each clause is examined once.
  func bracketed(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return line }
    var result = ""
    var rest = line[...]
    // Bounded, because each heading examines the text after it.
    for _ in 0..<Self.maxHeadings {
      guard let colon = rest.firstIndex(of: ":") else { break }
      let head = rest[..<colon]
      let list = InlineList.scope(rest[rest.index(after: colon)...])
      let parts = InlineList.clauses(list).prefix(Self.maxClauses)
      let isGroup = (Tokenizer.tokens(String(head)).last?.text ?? "").has(.group)
      let isList = isGroup && parts.count == 1 || parts.dropFirst().contains(where: namesFood)
      if isList, namesFood(InlineList.clauses(head).last ?? ""), namesFood(parts.first ?? "") {
        result += head + " (" + list + ")"
        rest = rest[list.endIndex...]
      } else {
        result += rest[...colon]
        rest = rest[rest.index(after: colon)...]
      }
    }
    return result + rest
  }

  private func namesFood(_ clause: Substring) -> Bool {
    guard clause.utf8.count <= 80 else { return false }
    let tokens = Tokenizer.tokens(String(clause))
    let stems = tokens.stems
    return tokens.indices.contains { index in
      (tokens[index].text ?? "").has(.group) || table.namesFood(tokens, stems, at: index, upTo: stems.count)
    }
  }
}
