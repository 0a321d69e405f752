/// A moment in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// It is what the database stores and what the wire shows; its text is RFC 3339 in UTC with whole seconds, the one
/// form that every documented client can read.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    self.milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Whole seconds since the epoch, rounded towards the past.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds + 1) / 1000 - 1
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment that lies `duration` later; it saturates instead of trapping.
  package func advanced(by duration: Duration) -> Timestamp {
    let parts = duration.components
    let (whole, over) = parts.seconds.multipliedReportingOverflow(by: 1000)
    let step = over ? (parts.seconds < 0 ? Int64.min : .max) : whole
    let (sum, overflow) = milliseconds.addingReportingOverflow(step)
    let base = overflow ? (step < 0 ? Int64.min : .max) : sum
    let (result, last) = base.addingReportingOverflow(parts.attoseconds / 1_000_000_000_000_000)
    return Timestamp(milliseconds: last ? base : result)
  }

  /// The time from `earlier` to this moment, negative where `earlier` is later.
  package func since(_ earlier: Timestamp) -> Duration {
    .milliseconds(milliseconds.subtractingReportingOverflow(earlier.milliseconds).partialValue)
  }
}
