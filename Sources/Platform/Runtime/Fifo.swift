/// A queue: first in, first out.
package struct Fifo<Element> {
  private var elements: [Element] = []
  /// Those before it were taken.
  private var first = 0

  package init() {}

  package var isEmpty: Bool { first == elements.count }
  package var count: Int { elements.count - first }

  /// Adds an element at the end. Amortized constant time.
  package mutating func append(_ element: Element) {
    if first > 32, first * 2 > elements.count {
      // Those that were taken are let go before all are: there may always be more.
      elements.removeFirst(first)
      first = 0
    }
    elements.append(element)
  }

  /// Removes the element that was appended first. - Returns: nil if there is none.
  package mutating func takeFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[first]
    first += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: first <= 64)
      first = 0
    }
    return element
  }
}

extension Fifo: Sendable where Element: Sendable {}
