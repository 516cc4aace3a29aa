import Glibc

/// The power spectrum of real blocks whose length is a power of two.
///
/// The n real samples are taken as n/2 complex ones (even samples real, odd ones imaginary),
/// transformed by a Stockham autosort radix-4 FFT, and separated into the spectrum of the real
/// signal afterwards. Stockham's form needs no bit reversal and reads and writes in runs, which is
/// what lets eight butterflies go through one SIMD operation.
///
/// Owns its tables and work space; make one per thread and use it again and again.
///
/// *Source:* Van Loan, Computational Frameworks for the Fast Fourier Transform, SIAM 1992, §1.7
/// (Stockham) and §4.3 (real data).
final class RealFFT {
  /// The number of real samples, a power of two, at least 64.
  let length: Int
  /// The number of values in a spectrum: `length / 2 + 1`.
  var binCount: Int { half + 1 }

  private let half: Int
  private let workspace: UnsafeMutablePointer<Float>
  /// Per stage of span s: six runs of s/4 values, cos and sin of one, two and three angles.
  private let stageTwiddles: UnsafeMutablePointer<Float>
  private let splitCosines: UnsafeMutablePointer<Float>
  private let splitSines: UnsafeMutablePointer<Float>
  /// Loads of eight may run past the end of a table of odd length by this much.
  private static let slack = 16

  init(length: Int) {
    precondition(length >= 64 && length & (length - 1) == 0, "a power of two, at least 64")
    self.length = length
    half = length / 2
    let allocate = { (count: Int) in
      let floats = UnsafeMutablePointer<Float>.allocate(capacity: count + RealFFT.slack)
      floats.initialize(repeating: 0, count: count + RealFFT.slack)
      return floats
    }
    workspace = allocate(4 * (length / 2 + Self.slack))
    stageTwiddles = allocate(3 * length)
    splitCosines = allocate(length / 2)
    splitSines = allocate(length / 2)

    var stage = stageTwiddles
    var span = half
    while span >= 4 {
      let quarter = span / 4
      for p in 0..<quarter {
        for multiple in 1...3 {
          let angle = -2 * Double.pi * Double(p * multiple) / Double(span)
          stage[(2 * multiple - 2) * quarter + p] = Float(cos(angle))
          stage[(2 * multiple - 1) * quarter + p] = Float(sin(angle))
        }
      }
      stage += 6 * quarter
      span = quarter
    }
    for k in 0..<half {
      let angle = -2 * Double.pi * Double(k) / Double(length)
      splitCosines[k] = Float(cos(angle))
      splitSines[k] = Float(sin(angle))
    }
  }

  deinit {
    workspace.deallocate()
    stageTwiddles.deallocate()
    splitCosines.deallocate()
    splitSines.deallocate()
  }

  /// Writes |X_k|² of the windowed block for k = 0…length/2.
  ///
  /// - Parameters:
  ///   - samples: `length` samples.
  ///   - window: `length` factors.
  ///   - spectrum: Room for `binCount` values. No scaling is applied: a full-scale sine in the
  ///     middle of a bin gives (length/2 · mean of the window)².
  func powerSpectrum(
    of samples: UnsafeBufferPointer<Float>, window: UnsafeBufferPointer<Float>,
    into spectrum: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(
      samples.count == length && window.count == length && spectrum.count >= binCount)
    let plane = half + Self.slack
    let buffers = (
      workspace, workspace + plane, workspace + 2 * plane, workspace + 3 * plane
    )
    windowAndDeinterleave(samples.baseAddress!, window.baseAddress!, buffers.0, buffers.1)
    let (real, imaginary) = transform(buffers)
    split(real, imaginary, into: spectrum.baseAddress!)
  }

  private func windowAndDeinterleave(
    _ samples: UnsafePointer<Float>, _ window: UnsafePointer<Float>,
    _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>
  ) {
    var i = 0
    while i < half {
      let x = UnsafeRawPointer(samples + 2 * i).loadUnaligned(as: SIMD16<Float>.self)
      let w = UnsafeRawPointer(window + 2 * i).loadUnaligned(as: SIMD16<Float>.self)
      let product = x * w
      store(product.evenHalf, real + i)
      store(product.oddHalf, imaginary + i)
      i += 8
    }
  }

  /// Separates the spectrum Z of the packed signal into that of the real one and squares it:
  /// X_k = E_k + e^{−2πik/n} O_k with E = (Z_k + Z*_{m−k})/2 and O = −i (Z_k − Z*_{m−k})/2.
  private func split(
    _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>,
    into spectrum: UnsafeMutablePointer<Float>
  ) {
    let m = half
    let dc = real[0] + imaginary[0]
    let nyquist = real[0] - imaginary[0]
    spectrum[0] = dc * dc
    spectrum[m] = nyquist * nyquist
    // Bins k and m−k come out of one step; the two halves meet and overlap in the middle.
    var k = 1
    while k <= m / 2 {
      let ar = load8(real + k)
      let ai = load8(imaginary + k)
      let br = reversed(load8(real + (m - k - 7)))
      let bi = reversed(load8(imaginary + (m - k - 7)))
      let er = (ar + br) * 0.5
      let ei = (ai - bi) * 0.5
      let or = (ai + bi) * 0.5
      let oi = (br - ar) * 0.5
      let c = load8(splitCosines + k)
      let s = load8(splitSines + k)
      let tr = or * c - oi * s
      let ti = or * s + oi * c
      let pr = er + tr
      let pi = ei + ti
      let qr = er - tr
      let qi = ei - ti
      store(pr * pr + pi * pi, spectrum + k)
      store(reversed(qr * qr + qi * qi), spectrum + (m - k - 7))
      k += 8
    }
  }

  // MARK: - Complex transform

  private typealias Planes = (
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
  )

  /// Transforms the first pair of planes; returns the pair that holds the result.
  private func transform(
    _ planes: Planes
  ) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
    var (xr, xi, yr, yi) = planes
    var twiddles = UnsafePointer(stageTwiddles)
    var span = half
    var stride = 1
    while span >= 4 {
      let quarter = span / 4
      switch stride {
      case 1: firstStage(xr, xi, yr, yi, quarter, twiddles)
      case 4: secondStage(xr, xi, yr, yi, quarter, twiddles)
      default: laterStage(xr, xi, yr, yi, quarter, stride, twiddles)
      }
      twiddles += 6 * quarter
      span = quarter
      stride *= 4
      swap(&xr, &yr)
      swap(&xi, &yi)
    }
    if span == 2 {
      var j = 0
      while j < stride {
        let (ar, ai) = (load8(xr + j), load8(xi + j))
        let (br, bi) = (load8(xr + stride + j), load8(xi + stride + j))
        store(ar + br, yr + j)
        store(ai + bi, yi + j)
        store(ar - br, yr + stride + j)
        store(ai - bi, yi + stride + j)
        j += 8
      }
      swap(&xr, &yr)
      swap(&xi, &yi)
    }
    return (xr, xi)
  }

  /// Stride 1: eight neighbouring butterflies, whose results interleave by fours.
  private func firstStage(
    _ xr: UnsafePointer<Float>, _ xi: UnsafePointer<Float>,
    _ yr: UnsafeMutablePointer<Float>, _ yi: UnsafeMutablePointer<Float>,
    _ quarter: Int, _ twiddles: UnsafePointer<Float>
  ) {
    var p = 0
    while p < quarter {
      let t = twiddles + p
      let out = butterfly8(
        xr + p, xi + p, quarter,
        (
          load8(t), load8(t + quarter), load8(t + 2 * quarter), load8(t + 3 * quarter),
          load8(t + 4 * quarter), load8(t + 5 * quarter)
        ))
      let real = interleave(interleave(out.0.0, out.2.0), interleave(out.1.0, out.3.0))
      let imaginary = interleave(interleave(out.0.1, out.2.1), interleave(out.1.1, out.3.1))
      UnsafeMutableRawPointer(yr + 4 * p).storeBytes(of: real, as: SIMD32<Float>.self)
      UnsafeMutableRawPointer(yi + 4 * p).storeBytes(of: imaginary, as: SIMD32<Float>.self)
      p += 8
    }
  }

  /// Stride 4: one butterfly of four at a time.
  private func secondStage(
    _ xr: UnsafePointer<Float>, _ xi: UnsafePointer<Float>,
    _ yr: UnsafeMutablePointer<Float>, _ yi: UnsafeMutablePointer<Float>,
    _ quarter: Int, _ twiddles: UnsafePointer<Float>
  ) {
    for p in 0..<quarter {
      let out = butterfly4(
        xr + 4 * p, xi + 4 * p, 4 * quarter,
        (
          twiddles[p], twiddles[quarter + p], twiddles[2 * quarter + p],
          twiddles[3 * quarter + p], twiddles[4 * quarter + p], twiddles[5 * quarter + p]
        ))
      let (zr, zi) = (yr + 16 * p, yi + 16 * p)
      store(out.0.0, zr)
      store(out.1.0, zr + 4)
      store(out.2.0, zr + 8)
      store(out.3.0, zr + 12)
      store(out.0.1, zi)
      store(out.1.1, zi + 4)
      store(out.2.1, zi + 8)
      store(out.3.1, zi + 12)
    }
  }

  /// Stride 16 and up: butterflies that share their twiddles, eight at a time.
  private func laterStage(
    _ xr: UnsafePointer<Float>, _ xi: UnsafePointer<Float>,
    _ yr: UnsafeMutablePointer<Float>, _ yi: UnsafeMutablePointer<Float>,
    _ quarter: Int, _ stride: Int, _ twiddles: UnsafePointer<Float>
  ) {
    for p in 0..<quarter {
      let shared: Twiddles8 = (
        SIMD8(repeating: twiddles[p]), SIMD8(repeating: twiddles[quarter + p]),
        SIMD8(repeating: twiddles[2 * quarter + p]), SIMD8(repeating: twiddles[3 * quarter + p]),
        SIMD8(repeating: twiddles[4 * quarter + p]), SIMD8(repeating: twiddles[5 * quarter + p])
      )
      let (ur, ui) = (xr + stride * p, xi + stride * p)
      let (zr, zi) = (yr + 4 * stride * p, yi + 4 * stride * p)
      var j = 0
      while j < stride {
        let out = butterfly8(ur + j, ui + j, stride * quarter, shared)
        store(out.0.0, zr + j)
        store(out.0.1, zi + j)
        store(out.1.0, zr + stride + j)
        store(out.1.1, zi + stride + j)
        store(out.2.0, zr + 2 * stride + j)
        store(out.2.1, zi + 2 * stride + j)
        store(out.3.0, zr + 3 * stride + j)
        store(out.3.1, zi + 3 * stride + j)
        j += 8
      }
    }
  }
}

// MARK: - Butterflies

private typealias Complex8 = (SIMD8<Float>, SIMD8<Float>)
private typealias Complex4 = (SIMD4<Float>, SIMD4<Float>)
/// cos and sin of one, two and three times a stage's angle.
private typealias Twiddles8 = (
  SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>
)
private typealias Twiddles4 = (Float, Float, Float, Float, Float, Float)

/// Radix 4: four inputs a distance apart, three of the outputs turned by the twiddles.
@inline(__always)
private func butterfly8(
  _ xr: UnsafePointer<Float>, _ xi: UnsafePointer<Float>, _ distance: Int, _ w: Twiddles8
) -> (Complex8, Complex8, Complex8, Complex8) {
  let (ar, br) = (load8(xr), load8(xr + distance))
  let (cr, dr) = (load8(xr + 2 * distance), load8(xr + 3 * distance))
  let (ai, bi) = (load8(xi), load8(xi + distance))
  let (ci, di) = (load8(xi + 2 * distance), load8(xi + 3 * distance))
  let (s0r, s0i, s1r, s1i) = (ar + cr, ai + ci, ar - cr, ai - ci)
  let (s2r, s2i, s3r, s3i) = (br + dr, bi + di, bi - di, dr - br)  // s3 = −i (b − d)
  let (t1r, t1i, t2r, t2i) = (s1r + s3r, s1i + s3i, s0r - s2r, s0i - s2i)
  let (t3r, t3i) = (s1r - s3r, s1i - s3i)
  return (
    (s0r + s2r, s0i + s2i),
    (t1r * w.0 - t1i * w.1, t1r * w.1 + t1i * w.0),
    (t2r * w.2 - t2i * w.3, t2r * w.3 + t2i * w.2),
    (t3r * w.4 - t3i * w.5, t3r * w.5 + t3i * w.4)
  )
}

@inline(__always)
private func butterfly4(
  _ xr: UnsafePointer<Float>, _ xi: UnsafePointer<Float>, _ distance: Int, _ w: Twiddles4
) -> (Complex4, Complex4, Complex4, Complex4) {
  let (ar, br) = (load4(xr), load4(xr + distance))
  let (cr, dr) = (load4(xr + 2 * distance), load4(xr + 3 * distance))
  let (ai, bi) = (load4(xi), load4(xi + distance))
  let (ci, di) = (load4(xi + 2 * distance), load4(xi + 3 * distance))
  let (s0r, s0i, s1r, s1i) = (ar + cr, ai + ci, ar - cr, ai - ci)
  let (s2r, s2i, s3r, s3i) = (br + dr, bi + di, bi - di, dr - br)
  let (t1r, t1i, t2r, t2i) = (s1r + s3r, s1i + s3i, s0r - s2r, s0i - s2i)
  let (t3r, t3i) = (s1r - s3r, s1i - s3i)
  return (
    (s0r + s2r, s0i + s2i),
    (t1r * w.0 - t1i * w.1, t1r * w.1 + t1i * w.0),
    (t2r * w.2 - t2i * w.3, t2r * w.3 + t2i * w.2),
    (t3r * w.4 - t3i * w.5, t3r * w.5 + t3i * w.4)
  )
}

// MARK: - Vectors

@inline(__always)
private func load8(_ p: UnsafePointer<Float>) -> SIMD8<Float> {
  UnsafeRawPointer(p).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always)
private func load4(_ p: UnsafePointer<Float>) -> SIMD4<Float> {
  UnsafeRawPointer(p).loadUnaligned(as: SIMD4<Float>.self)
}

@inline(__always)
private func store(_ v: SIMD8<Float>, _ p: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(p).storeBytes(of: v, as: SIMD8<Float>.self)
}

@inline(__always)
private func store(_ v: SIMD4<Float>, _ p: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(p).storeBytes(of: v, as: SIMD4<Float>.self)
}

@inline(__always)
private func interleave(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD16<Float> {
  var both = SIMD16<Float>()
  both.evenHalf = a
  both.oddHalf = b
  return both
}

@inline(__always)
private func interleave(_ a: SIMD16<Float>, _ b: SIMD16<Float>) -> SIMD32<Float> {
  var both = SIMD32<Float>()
  both.evenHalf = a
  both.oddHalf = b
  return both
}

@inline(__always)
private func reversed(_ v: SIMD8<Float>) -> SIMD8<Float> {
  SIMD8(v[7], v[6], v[5], v[4], v[3], v[2], v[1], v[0])
}
