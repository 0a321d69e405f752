/// A bounded queue whose consumer takes elements in batches.
///
/// The first addition asks for the consumer to be scheduled; further ones only wait, until the consumer has found the queue
/// empty. A value without locks: keep it in a `Locked`.
package struct BatchQueue<Element> {
  /// The effect of an addition.
  package enum Addition: Equatable, Sendable {
    /// The element waits for the consumer, which is scheduled.
    case added
    /// The same, but the caller must schedule the consumer.
    case mustSchedule
    /// The queue is full; nothing was added.
    case full
  }

  /// The maximum number of waiting elements.
  package let capacity: Int
  /// Whether the consumer is scheduled or runs.
  package private(set) var isScheduled = false
  private var waiting: [Element] = []

  /// Creates an empty queue.
  package init(capacity: Int) { self.capacity = capacity }

  /// The number of waiting elements.
  package var count: Int { waiting.count }

  /// Adds an element.
  package mutating func add(_ element: Element) -> Addition {
    guard waiting.count < capacity else { return .full }
    waiting.append(element)
    return schedule()
  }

  /// Adds all elements or, if they exceed the capacity together with the waiting ones, none.
  package mutating func add(contentsOf elements: [Element]) -> Addition {
    guard waiting.count + elements.count <= capacity else { return .full }
    waiting += elements
    return schedule()
  }

  /// Takes the oldest elements, for a consumer that calls this until it gets none.
  /// - Returns: an empty array if nothing waits; the consumer is not scheduled any more then.
  package mutating func take(upTo limit: Int = .max) -> [Element] {
    let batch = takeFirst(limit)
    if batch.isEmpty { isScheduled = false }
    return batch
  }

  /// Takes the oldest elements, for a consumer that calls `finishBatch` after its work on them and is scheduled until then.
  package mutating func takeNext(upTo limit: Int) -> [Element] { takeFirst(limit) }

  /// Ends the work on the elements of `takeNext`.
  /// - Returns: whether the caller must schedule the consumer again because others wait.
  package mutating func finishBatch() -> Bool {
    isScheduled = !waiting.isEmpty
    return isScheduled
  }

  private mutating func schedule() -> Addition {
    defer { isScheduled = true }
    return isScheduled ? .added : .mustSchedule
  }

  private mutating func takeFirst(_ limit: Int) -> [Element] {
    var batch: [Element] = []
    if waiting.count <= limit {
      swap(&batch, &waiting)
    } else {
      batch = Array(waiting.prefix(limit))
      waiting.removeFirst(limit)
    }
    return batch
  }
}

extension BatchQueue: Sendable where Element: Sendable {}
