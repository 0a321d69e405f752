package import HTTPCodec

/// What both sides agreed on for permessage-deflate (RFC 7692 §7.1).
package struct DeflateParameters: Equatable, Sendable {
  /// Each message we send is compressed for itself.
  package var serverNoContextTakeover = false
  /// Each message the client sends is compressed for itself.
  package var clientNoContextTakeover = false
  /// The size of our window, as a power of two, 9 to 15; nil where the client set no limit.
  package var serverMaxWindowBits: Int?
  /// The size of the client's window, as a power of two, 8 to 15; nil where it did not say that it can limit it.
  package var clientMaxWindowBits: Int?

  /// What a client that can limit its window is asked for: 4 KiB of memory for each connection instead of 32.
  private static let preferredClientWindowBits = 12

  package static let extensionName = "permessage-deflate"

  /// The `Sec-WebSocket-Extensions` value of the answer.
  package var response: String {
    var text = Self.extensionName
    if serverNoContextTakeover { text += "; server_no_context_takeover" }
    if clientNoContextTakeover { text += "; client_no_context_takeover" }
    if let serverMaxWindowBits { text += "; server_max_window_bits=\(serverMaxWindowBits)" }
    if let clientMaxWindowBits { text += "; client_max_window_bits=\(clientMaxWindowBits)" }
    return text
  }

  /// Takes the first offer that can be met (RFC 7692 §5.1).
  ///
  /// - Returns: nil where there is none.
  /// - Throws: `MalformedExtensions` where the field breaks the grammar (RFC 6455 §9.1).
  package static func negotiate(_ fields: HTTPFields) throws(MalformedExtensions) -> DeflateParameters? {
    for offer in try ExtensionOffer.parse(fields.all("Sec-WebSocket-Extensions")) where offer.name == extensionName {
      if let parameters = DeflateParameters(offer) { return parameters }
    }
    return nil
  }

  /// - Returns: nil for an offer with an unknown or repeated parameter, a value that is not allowed, or a window of 256
  ///   bytes, which zlib cannot keep to.
  private init?(_ offer: ExtensionOffer) {
    var seen: Set<String> = []
    for (name, value) in offer.parameters {
      guard seen.insert(name).inserted else { return nil }
      switch (name, value) {
      case ("server_no_context_takeover", nil): serverNoContextTakeover = true
      case ("client_no_context_takeover", nil): clientNoContextTakeover = true
      case ("server_max_window_bits", let value?):
        guard let bits = Self.windowBits(value), bits >= 9 else { return nil }
        serverMaxWindowBits = bits
      case ("client_max_window_bits", nil): clientMaxWindowBits = Self.preferredClientWindowBits
      case ("client_max_window_bits", let value?):
        guard let bits = Self.windowBits(value) else { return nil }
        clientMaxWindowBits = min(bits, Self.preferredClientWindowBits)
      default: return nil
      }
    }
  }

  /// 8 to 15 in decimal without leading zeros (RFC 7692 §7.1.2.1).
  private static func windowBits(_ text: String) -> Int? {
    ["8", "9", "10", "11", "12", "13", "14", "15"].contains(text) ? Int(text) : nil
  }
}

extension DeflateParameters {
  package init() {}
}

/// `Sec-WebSocket-Extensions` breaks its grammar.
package struct MalformedExtensions: Error, Equatable, Sendable {}
