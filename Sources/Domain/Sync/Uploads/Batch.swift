import Bytes
import Crypto
import HTTPServer
package import JSONCodec

/// One upload of a client: valid items, which are stored in one transaction, and invalid ones.
package struct Batch: Sendable {
  /// Identifies the batch if it is sent again; nil if it cannot be recognized.
  var key: String?
  /// SHA-256 of the content, in hexadecimal.
  var digest: String
  var items: [UploadedItem] = []
  var bad: [BadItem] = []

  /// The number of items, invalid ones included.
  package var count: Int { items.count + bad.count }

  /// The reason why a batch or a request is refused as a whole.
  package struct Refusal: Error, Equatable {
    /// An error code of mobile sync (`INVALID_DATA`).
    package var code: String
    /// A sentence for people.
    package var message: String
    /// Whether the key belongs to a batch with other content.
    package var isReuse = false
  }

  /// Reads `data` of a `sync_data` message: an object with an array for each kind of items (`voice_data`, `sessions`, …), and
  /// under `deleted` and `items` objects that name their kind in `data_type`.
  ///
  /// - Parameters:
  ///   - domain: the kind of items that do not name theirs.
  ///   - key: `idempotency_key`, which identifies the batch.
  ///   - syncID: identifies the batch together with its content if there is no key, because a sync has many batches.
  package init(
    _ data: JSONValue?, domain: DataType? = nil, key: String?, syncID: String?, configuration: SyncConfiguration
  ) throws(Refusal) {
    guard let data, !data.isNull else { throw Refusal(code: "NO_DATA", message: "The message has no data.") }
    guard let members = data.objectValue ?? data.arrayValue.map({ ["items": .array($0)] }) else {
      throw Refusal(code: "INVALID_DATA", message: "data must be an object of arrays.")
    }
    let digest = Hex.encode(SHA256.digest(data.encoded))
    self.digest = digest
    self.key = key ?? syncID.map { "\($0)/\(digest)" }
    let reader = ItemReader(maxItemBytes: configuration.maxItemBytes)
    var isKnown = false
    // In the order of their names, so that a batch always has the same effect.
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      let type = DataType(name: name)
      guard type != nil || name == "items" || name == "deleted" || name == "data" else { continue }
      guard let values = value.arrayValue else {
        throw Refusal(code: "INVALID_DATA", message: "\(name) must be an array.")
      }
      isKnown = true
      guard count + values.count <= configuration.maxBatchItems else {
        throw Refusal(
          code: "INVALID_DATA", message: "A batch has at most \(configuration.maxBatchItems) items. Send them in parts."
        )
      }
      for (index, value) in values.enumerated() {
        add(name == "deleted" ? value.merging(["deleted": true]) : value, type ?? domain, index, reader)
      }
    }
    if !isKnown, let domain {
      add(data, domain, 0, reader)
      isKnown = true
    }
    guard isKnown else {
      throw Refusal(code: "INVALID_DATA", message: "data has none of the arrays that are known.")
    }
  }

  private mutating func add(_ value: JSONValue, _ type: DataType?, _ index: Int, _ reader: ItemReader) {
    guard let type = value["data_type"]?.stringValue.flatMap(DataType.init(name:)) ?? type else {
      bad.append(BadItem(type: nil, id: "#\(index)", reason: "data_type must be one of those that are supported."))
      return
    }
    do throws(BadItem) { items.append(try reader.read(value, type, index: index)) } catch { bad.append(error) }
  }
}
