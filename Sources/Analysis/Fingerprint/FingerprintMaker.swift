import Decoders

/// Makes the fingerprint of a piece out of the shared mono signal, and does no work behind its first
/// two minutes.
struct FingerprintMaker {
  private let stream: ChromaprintStream
  private var resampler = Resampler(
    inputRate: MonoSignal.sampleRate, outputRate: Chromaprint.sampleRate)
  private var resampled: [Float] = []
  private var quantised: [Int16] = []
  /// Samples at the library's rate still to come.
  private var remaining = AcousticFingerprint.seconds * Chromaprint.sampleRate

  /// Whether further samples change nothing.
  var isComplete: Bool { remaining == 0 }

  /// Nil when libchromaprint is absent.
  init?() {
    guard let stream = ChromaprintStream() else { return nil }
    self.stream = stream
  }

  /// Takes in samples at ``MonoSignal/sampleRate``.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    guard !isComplete else { return }
    resampled.removeAll(keepingCapacity: true)
    resampler.process(samples, into: &resampled)
    feed()
  }

  /// Ends the fingerprint; nothing can be taken in behind.
  mutating func finish() -> AcousticFingerprint {
    if !isComplete {
      resampled.removeAll(keepingCapacity: true)
      resampler.finish(into: &resampled)
      feed()
    }
    return AcousticFingerprint(values: stream.finish())
  }

  private mutating func feed() {
    let count = min(resampled.count, remaining)
    remaining -= count
    quantised.removeAll(keepingCapacity: true)
    for sample in resampled[..<count] {
      quantised.append(Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))))
    }
    stream.process(quantised)
  }
}

extension AcousticFingerprint {
  /// Reads the beginning of a file and takes its fingerprint, when nothing else is asked of it.
  ///
  /// - Returns: Nil when libchromaprint is absent.
  /// - Throws: As `AudioAsset.open()` does; an error behind the first block ends the music.
  package static func of(_ asset: AudioAsset) throws(DecodingError) -> AcousticFingerprint? {
    guard var maker = FingerprintMaker() else { return nil }
    let reader = try asset.open()
    guard var mono = MonoSignal(format: reader.format) else {
      return AcousticFingerprint(values: [])
    }
    var block = PCMBuffer(format: reader.format)
    do throws(DecodingError) {
      while !maker.isComplete, try reader.read(into: &block) {
        mono.process(block) { maker.process($0) }
      }
    } catch {
      if reader.report.frameCount == 0 { throw error }
    }
    mono.finish { maker.process($0) }
    return maker.finish()
  }
}
