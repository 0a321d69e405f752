/// Cuts the numbers of foods into ranges that hold about as many each, by a sample of them.
struct NumberRanges {
  private static let maxSample = 8192

  private var sample: [Int64] = []
  /// Every so many-th number is kept.
  private var step = 1
  /// Numbers that were told.
  private(set) var count = 0

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

  /// The first number of each range but the first, in order.
  func bounds(_ ranges: Int) -> [Int64] {
    guard ranges > 1, !sample.isEmpty else { return [] }
    let sorted = sample.sorted()
    return (1..<ranges).map { sorted[$0 * sorted.count / ranges] }
  }

  /// The range of a number, by what `bounds` gave.
  static func place(_ number: Int64, in bounds: [Int64]) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
