import Nutrition

/// Language tags of requests (BCP 47: "pt-BR"), reduced to languages that the parser reads.
enum LanguageTag {
  /// Longest list that is read; the rest is ignored.
  private static let maxTags = 20

  /// The first supported language of `tags`, by its ISO 639-1 code; nil for English too, which is the default.
  static func supported(_ tags: [String]) -> String? {
    for tag in tags {
      let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
      if code == "en" { return nil }
      if Languages.codes.contains(String(code)) { return String(code) }
    }
    return nil
  }

  /// The same for one tag; nil for none.
  static func supported(_ tag: String?) -> String? { supported(tag.map { [$0] } ?? []) }

  /// The tags of `Accept-Language`, the preferred ones first (RFC 9110 §12.5.4).
  static func preferred(_ fields: [String]) -> [String] {
    let ranges = fields.flatMap { $0.split(separator: ",") }.prefix(maxTags).map {
      range -> (tag: String, weight: Double) in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      return (parts.first ?? "", weight ?? 1)
    }
    return ranges.filter { $0.weight > 0 }.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element.tag)
  }
}
