/// The ready descriptors that wait to be served, each once; later events of a descriptor are merged into its entry.
struct ReadyQueue {
  private var queue = FairQueue<Int32>()
  /// The pending epoll events by descriptor; 0 if it is not queued.
  private var events: [UInt32] = []

  /// Whether the queue is empty. Removed descriptors count until they are passed over.
  var isEmpty: Bool { queue.isEmpty }

  mutating func append(_ descriptor: Int32, _ newEvents: UInt32, _ flow: Flow) {
    let index = Int(descriptor)
    while index >= events.count { events.append(0) }
    if events[index] == 0 { queue.append(descriptor, flow) }
    events[index] |= newEvents
  }

  mutating func takeFirst() -> (descriptor: Int32, events: UInt32)? {
    while let descriptor = queue.takeFirst() {
      let pending = events[Int(descriptor)]
      events[Int(descriptor)] = 0
      if pending != 0 { return (descriptor, pending) }
    }
    return nil
  }

  /// Drops the pending events of a descriptor. Call it before the descriptor is closed: the kernel gives its number to the
  /// next one.
  mutating func remove(_ descriptor: Int32) {
    if Int(descriptor) < events.count { events[Int(descriptor)] = 0 }
  }
}
