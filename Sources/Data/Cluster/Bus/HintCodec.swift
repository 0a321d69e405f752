/// The text of a hint on the bus: sender, kind, key and detail, separated by the control character US (0x1F).
struct HintCodec: Sendable {
  private static let separator: Character = "\u{1F}"

  /// The name of this sender, unique among the nodes. An engine returns a node's own hints to it.
  let sender: String

  /// Returns the text of a hint.
  func encode(_ hint: Hint) -> String {
    [sender, hint.kind.name, hint.key, hint.detail].joined(separator: String(Self.separator))
  }

  /// Returns the hint of a text; nil for one of this sender, or of another format.
  func decode(_ text: String) -> Hint? {
    let parts = text.split(separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] != sender else { return nil }
    return Hint(Hint.Kind(String(parts[1])), key: String(parts[2]), detail: String(parts[3]))
  }
}
