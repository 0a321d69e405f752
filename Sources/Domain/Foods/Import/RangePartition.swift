/// Divides numbers into ranges of about equal count, by a sample (range partitioning).
struct RangePartition {
  private static let maxSample = 8192

  private var sample: [Int64] = []
  /// Every `step`-th number is in the sample.
  private var step = 1
  /// Number of values added.
  private(set) var count = 0

  /// Adds a number to the statistics.
  mutating func add(_ number: Int64) {
    if count.isMultiple(of: step) {
      sample.append(number)
      if sample.count == Self.maxSample {
        sample = stride(from: 0, to: sample.count, by: 2).map { sample[$0] }
        step *= 2
      }
    }
    count += 1
  }

  /// The lower bounds of all ranges but the first, ascending.
  func bounds(_ ranges: Int) -> [Int64] {
    guard ranges > 1, !sample.isEmpty else { return [] }
    let sorted = sample.sorted()
    return (1..<ranges).map { sorted[$0 * sorted.count / ranges] }
  }

  /// The range of a number, by the result of ``bounds(_:)``.
  static func index(of number: Int64, in bounds: [Int64]) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
