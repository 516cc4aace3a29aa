import Glibc

/// The discrete Fourier transform from its definition.
public enum SpectrumOracle {
  /// |Σ x_i w_i e^{−2πiki/n}|² for k = 0…n/2.
  public static func powerSpectrum(of samples: [Float], window: [Float]) -> [Double] {
    let n = samples.count
    let table = (0..<n).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(n)
      return (cos(angle), sin(angle))
    }
    return (0...(n / 2)).map { k in
      var (real, imaginary) = (0.0, 0.0)
      for i in 0..<n {
        let value = Double(samples[i]) * Double(window[i])
        let (cosine, sine) = table[k * i % n]
        real += value * cosine
        imaginary -= value * sine
      }
      return real * real + imaginary * imaginary
    }
  }

  /// The level of a signal in dB relative to a full-scale sine; −∞ for silence.
  public static func level(of signal: ArraySlice<Float>) -> Double {
    let energy = signal.reduce(0.0) { $0 + Double($1) * Double($1) }
    return 10 * log10(2 * energy / Double(max(signal.count, 1)))
  }
}
