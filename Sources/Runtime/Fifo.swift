/// First in, first out.
struct Fifo<Element> {
  private var elements: [Element] = []
  /// Those before it were taken.
  private var first = 0

  var isEmpty: Bool { first == elements.count }

  mutating func append(_ element: Element) {
    if first > 32, first * 2 > elements.count {
      // Those that were taken are let go before all are: there may always be more.
      elements.removeFirst(first)
      first = 0
    }
    elements.append(element)
  }

  mutating func takeFirst() -> Element? {
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
