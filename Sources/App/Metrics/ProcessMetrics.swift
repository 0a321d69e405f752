import Foundation
import Glibc
import Metrics

/// The standard process metrics of Prometheus clients, read from `/proc/self` when they are asked for.
enum ProcessMetrics {
  static func register(in registry: MetricsRegistry) {
    let started = Date().timeIntervalSince1970
    registry.gauge("process_start_time_seconds", "When the process started, Unix time.") { started }
    registry.gauge("process_resident_memory_bytes", "Memory that is resident.") { residentBytes() }
    registry.gauge("process_open_fds", "Descriptors that are open.") { openDescriptors() }
    registry.counter("process_cpu_seconds_total", "User and system time spent.") { cpuSeconds() }
  }

  private static func residentBytes() -> Double {
    // proc(5): the second figure of statm is the resident set in pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return .nan }
    let figures = text.split(separator: " ")
    guard figures.count > 1, let pages = Double(figures[1]) else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func openDescriptors() -> Double {
    var status = stat()
    // Linux 6.2 and later count them; to list thousands would keep others waiting.
    if unsafe stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Double(status.st_size) }
    let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    // The listing itself holds one open.
    return entries.map { Double(max(0, $0.count - 1)) } ?? .nan
  }

  private static func cpuSeconds() -> Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
