import Realtime

extension CloseReason {
  /// `device_id` is absent or not valid.
  static let missingDeviceID = CloseReason(
    4400, code: "MISSING_DEVICE_ID", error: "Missing device_id",
    details: "device_id must be 1 to 255 letters, digits, _ and -.")

  static let storageFailed = CloseReason(
    4503, code: "DATABASE_ERROR", error: "Storage failed", details: "Storage is unavailable. Connect again later.")

  /// - Parameter setting: of the limit that the device exceeded repeatedly.
  static func tooManyMessages(setting: String) -> CloseReason {
    CloseReason(
      4429, code: "RATE_LIMIT_EXCEEDED", error: "Too many messages",
      details: "Too many messages within a minute, three times over.", setting: setting)
  }
}
