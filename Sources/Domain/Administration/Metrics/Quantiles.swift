/// Quantiles of a histogram.
enum Quantiles {
  /// The value below which the share `quantile` of the observations lies, interpolated within its bucket as Prometheus does
  /// (`histogram_quantile`). Values beyond the last bound count as that bound.
  /// - Parameters:
  ///   - counts: observations per bucket, not cumulative; one more than `bounds`.
  ///   - bounds: the upper bounds, increasing.
  /// - Returns: nil without observations.
  static func value(_ quantile: Double, of counts: [UInt64], bounds: [Double]) -> Double? {
    let total = counts.reduce(0, &+)
    guard total > 0, counts.count == bounds.count + 1 else { return nil }
    let rank = quantile * Double(total)
    var below: Double = 0
    for (index, bound) in bounds.enumerated() {
      let inside = Double(counts[index])
      if inside > 0, below + inside >= rank {
        let start = index == 0 ? 0 : bounds[index - 1]
        return start + (bound - start) * max(0, rank - below) / inside
      }
      below += inside
    }
    return bounds.last
  }
}
