import Glibc

/// The K weighting of BS.1770-4 at any sample rate: a shelf that lifts what the head lifts, and a
/// high pass that leaves out what the ear leaves out.
///
/// The standard gives coefficients for 48 kHz only. They are bilinear transforms of two analogue
/// sections, with s in units of the section's corner frequency:
///
///     shelf      (Vh·s² + (Vb/Q)·s + 1) / (s² + s/Q + 1)     f = 1682.0 Hz, Q = 0.7072, Vh = 4 dB
///     high pass  s² / (s² + s/Q + 1)                         f = 38.135 Hz, Q = 0.5003
///
/// Solving the standard's figures for f, Q, Vh and Vb gives the constants below. They are transformed
/// back with s = (1/k)·(1 − z⁻¹)/(1 + z⁻¹), which bends the scale of frequencies except at one that
/// can be chosen through k: here 997 Hz for the shelf, by which the standard is calibrated, and the
/// corner for the high pass. So a tone of 997 Hz has the same loudness at every rate, the response
/// is the same within 0.1 dB from 22.05 kHz on, and at 48 kHz the standard's figures come out.
///
/// *Source:* ITU-R BS.1770-4 (2015), Annex 1, tables 1 and 2. *Deviations:* The standard writes the
/// high pass with the numerator 1, −2, 1, which makes it 0.043 dB too loud far above its corner at
/// 48 kHz. That gain is part of the standard and is kept as it is at *every* rate; implementations
/// that keep the numerator instead read up to 0.03 dB lower at 192 kHz than at 48 kHz. What would
/// lie above 0.45 of the rate is moved there: the filter stays stable down to 1 Hz.
struct KWeighting {
  let shelf: Biquad
  let highPass: Biquad

  private static let shelfFrequency = 1681.974450955533
  private static let calibrationFrequency = 997.0
  private static let shelfQ = 0.7071752369554196
  /// Vh: 4 dB at the top.
  private static let shelfHighGain = pow(10, 3.999843853973347 / 20)
  /// Vb: the middle gain, nearly but not quite the square root of Vh.
  private static let shelfBandGain = pow(shelfHighGain, 0.4996667741545416)
  private static let highPassFrequency = 38.13547087602444
  private static let highPassQ = 0.5003270373238773
  private static let referenceRate = 48_000.0
  private static let highestMatch = 0.45

  init(sampleRate: Int) {
    let rate = Double(sampleRate)
    let warp = { (frequency: Double, rate: Double) in
      tan(.pi * min(frequency / rate, Self.highestMatch))
    }

    let k =
      warp(Self.shelfFrequency, Self.referenceRate)
      / warp(Self.calibrationFrequency, Self.referenceRate) * warp(Self.calibrationFrequency, rate)
    let (vh, vb, q) = (Self.shelfHighGain, Self.shelfBandGain, Self.shelfQ)
    let norm = 1 + k / q + k * k
    shelf = Biquad(
      b0: (vh + vb * k / q + k * k) / norm, b1: 2 * (k * k - vh) / norm,
      b2: (vh - vb * k / q + k * k) / norm,
      a1: 2 * (k * k - 1) / norm, a2: (1 - k / q + k * k) / norm)

    let highPassNorm = { (k: Double) in 1 + k / Self.highPassQ + k * k }
    let h = warp(Self.highPassFrequency, rate)
    let gain = highPassNorm(warp(Self.highPassFrequency, Self.referenceRate)) / highPassNorm(h)
    highPass = Biquad(
      b0: gain, b1: -2 * gain, b2: gain,
      a1: 2 * (h * h - 1) / highPassNorm(h),
      a2: (1 - h / Self.highPassQ + h * h) / highPassNorm(h))
  }
}

/// A second-order section: y = b0·x + b1·x₁ + b2·x₂ − a1·y₁ − a2·y₂.
struct Biquad {
  var b0: Double
  var b1: Double
  var b2: Double
  var a1: Double
  var a2: Double
}

/// Two sections multiplied out into one of the fourth order.
struct Biquad4 {
  let b: (Double, Double, Double, Double, Double)
  let a: (Double, Double, Double, Double)

  init(_ p: Biquad, _ q: Biquad) {
    b = (
      p.b0 * q.b0,
      p.b0 * q.b1 + p.b1 * q.b0,
      p.b0 * q.b2 + p.b1 * q.b1 + p.b2 * q.b0,
      p.b1 * q.b2 + p.b2 * q.b1,
      p.b2 * q.b2
    )
    a = (
      p.a1 + q.a1,
      p.a2 + p.a1 * q.a1 + q.a2,
      p.a1 * q.a2 + p.a2 * q.a1,
      p.a2 * q.a2
    )
  }
}
