import CLinux
import Glibc
import Runtime

/// The descriptor of a connection: registration, system calls and close.
struct ConnectionSocket {
  let descriptor: Int32

  /// Registers the descriptor, or closes it if epoll refuses it.
  func watch(by handler: any DescriptorHandler, on loop: EventLoop) throws(SystemError) {
    let handler = LoopBound(handler, on: loop)
    let failure = loop.assumeIsolated { loop -> SystemError? in
      do throws(SystemError) {
        try loop.watch(descriptor, handler)
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    Glibc.close(descriptor)
    throw failure
  }

  /// Makes one `recv`. - Returns: the number of bytes; 0 at the end of input; -1 with `errno`.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe hearth_receive(descriptor, buffer.baseAddress, buffer.count)
  }

  /// Makes one `send`. - Returns: the number of accepted bytes; -1 with `errno`.
  func send(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe hearth_send(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Finishes sending; the peer may still send.
  func shutdownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes `close` send RST instead of FIN (`SO_LINGER` with a time of zero), and discard unsent bytes.
  func resetWhenClosed() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  func close(on loop: EventLoop) {
    loop.assumeIsolated { $0.unwatch(descriptor) }
    Glibc.close(descriptor)
  }
}
