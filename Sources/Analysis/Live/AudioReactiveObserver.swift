/// Something that moves with the music: told at intervals of its own for each dimension.
public protocol AudioReactiveObserver: AnyObject, Sendable {
  /// Takes what is known now. The analysis waits for it, so it should only note and return.
  ///
  /// - Parameters:
  ///   - descriptor: All that is known.
  ///   - dimension: What it was registered for and is due.
  func analysisDidUpdate(_ descriptor: SemanticAudioDescriptor, for dimension: LiveDimension)
}

/// Who is to be told what, and how often.
struct ObserverList {
  private struct Registration {
    weak var observer: (any AudioReactiveObserver)?
    let dimension: LiveDimension
    let interval: Double
    var due = 0.0
  }

  private var registrations: [Registration] = []

  var isEmpty: Bool { registrations.isEmpty }

  /// An observer that is registered again for a dimension changes its interval.
  mutating func add(
    _ observer: any AudioReactiveObserver, for dimension: LiveDimension, every interval: Double
  ) {
    registrations.removeAll { $0.observer === observer && $0.dimension == dimension }
    registrations.append(
      Registration(observer: observer, dimension: dimension, interval: max(interval, 0)))
  }

  mutating func remove(_ observer: any AudioReactiveObserver) {
    registrations.removeAll { $0.observer === observer }
  }

  /// Tells those that are due; those that have gone are forgotten.
  mutating func tell(_ descriptor: SemanticAudioDescriptor) {
    registrations.removeAll { $0.observer == nil }
    for index in registrations.indices {
      let registration = registrations[index]
      // A hundredth of a step of grace: times are sums of tenths.
      guard descriptor.has(registration.dimension),
        descriptor.time >= registration.due - 0.001
      else { continue }
      registrations[index].due = descriptor.time + registration.interval
      registration.observer?.analysisDidUpdate(descriptor, for: registration.dimension)
    }
  }
}
