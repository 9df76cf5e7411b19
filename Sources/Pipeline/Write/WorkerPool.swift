import Dispatch
import JSONTree
import Synchronization

/// Threads that turn runs into batches. Jobs go in in order and are waited for in order.
final class WorkerPool: Sendable {
  private let waiting = Mutex<[Job]>([])
  /// Counts what waits; one more for each worker when the pool closes.
  private let available = DispatchSemaphore(value: 0)
  private let count: Int

  init(count: Int, _ make: @escaping @Sendable () -> Worker) {
    self.count = count
    let threads = DispatchQueue(label: "replant.workers", attributes: .concurrent)
    for _ in 0..<count {
      threads.async { [self] in
        var worker = make()
        while let job = next() {
          worker.process(job)
          job.done.signal()
        }
      }
    }
  }

  func submit(_ job: Job) {
    waiting.withLock { $0.append(job) }
    available.signal()
  }

  /// Lets the workers end when nothing waits any more.
  func close() {
    for _ in 0..<count { available.signal() }
  }

  /// Nil when the pool has closed.
  private func next() -> Job? {
    available.wait()
    return waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
