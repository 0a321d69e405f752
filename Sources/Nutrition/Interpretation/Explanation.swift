import TextModels

/// The text of `hearth parse --explain`: tokens, candidate spans and the best interpretations with their scores.
struct Explanation {
  let tokens: [Token]
  let search: InterpretationSearch

  var text: String {
    var lines = ["tokens", "  " + tokens.map { $0.text ?? "|" }.joined(separator: " "), "spans"]
    for (index, clause) in search.clauses.enumerated() { lines += spans(index, clause) }
    for (rank, interpretation) in search.interpretations.enumerated() {
      lines.append("interpretation \(rank + 1), score \(TextFormat.decimal(Double(interpretation.score)))")
      var before: Float = 0
      for step in interpretation.steps {
        lines.append(line(step, weight: step.score - before))
        before = step.score
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The spans of a clause: connector, amounts, words, and the names that compete for it.
  private func spans(_ index: Int, _ clause: Clause) -> [String] {
    let amounts = clause.segment.quantities.map { quantity in
      quantity.unit?.text(quantity.amount.value) ?? TextFormat.decimal(quantity.amount.value)
    }
    var names = clause.found.matches.map { match in
      "\"\(clause.segment.words[match.range].map(\.text).joined(separator: " "))\" \(search.table[match.food].name)"
    }
    if let name = search.names[index] ?? nil {
      names.append("\"\(name.clause.text)\" \(name.dish.food.name) \(TextFormat.decimal(Double(name.score)))")
    }
    return ["  \(index + 1) \(clause.segment.connector): \((amounts + [clause.segment.text]).joined(separator: " | "))"]
      + names.map { "      name \($0)" }
  }

  private func line(_ step: Interpretation.Step, weight: Float) -> String {
    let sign = weight < 0 ? "" : "+"
    let name = [.item, .correction].contains(step.role) ? step.state.dish.map { " " + $0.food.name } ?? "" : ""
    return "  \(step.clause + 1) \(step.role.rawValue)\(name) \(sign)\(TextFormat.decimal(Double(weight)))"
  }
}
