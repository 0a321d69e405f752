/// A first-in, first-out queue that returns its memory when it is empty.
///
/// Inlinable: other modules would look up the metadata of `Element` in each call, which costs more than the queue.
package struct Fifo<Element> {
  /// nil for those that were taken, so that they are released.
  @usableFromInline var elements: [Element?] = []
  /// The index of the oldest element; the ones before it were taken.
  @usableFromInline var start = 0

  /// Creates an empty queue.
  @inlinable package init() {}

  /// Whether the queue has no elements.
  @inlinable package var isEmpty: Bool { start == elements.count }
  /// The oldest element; nil if the queue is empty.
  @inlinable package var first: Element? { isEmpty ? nil : elements[start] }
  /// The number of elements that were not taken.
  @inlinable package var count: Int { elements.count - start }

  /// Appends an element. Amortized constant time.
  @inlinable package mutating func append(_ element: Element) {
    if start > 32, start * 2 > elements.count {
      // Without this a queue that is never empty would keep everything that was taken.
      elements.removeFirst(start)
      start = 0
    }
    elements.append(element)
  }

  /// Removes and returns the oldest element. - Returns: nil if the queue is empty.
  @inlinable package mutating func takeFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start].take()
    start += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: start <= 64)
      start = 0
    }
    return element
  }
}

extension Fifo: Sendable where Element: Sendable {}
