import Glibc

/// The `ffmpeg` executable that decodes what the linked libraries do not.
struct FFmpegProgram: Hashable {
  let path: FilePath

  /// The installed one, looked for anew at each call: it may come and go while a program runs.
  static var installed: FFmpegProgram? {
    find(override: variable("MUCAT_FFMPEG"), searchPath: variable("PATH"))
  }

  /// Looks for the executable.
  ///
  /// - Parameters:
  ///   - override: The value of `MUCAT_FFMPEG`: a path, or a name to look for in place of
  ///     `ffmpeg`; empty forbids ffmpeg; nil when it is not set.
  ///   - searchPath: The value of `PATH`. Relative folders in it are passed over: what a folder of
  ///     music holds must not decide what is run.
  static func find(override: [UInt8]?, searchPath: [UInt8]?) -> FFmpegProgram? {
    let name = override ?? Array("ffmpeg".utf8)
    guard !name.isEmpty else { return nil }
    if name.contains(UInt8(ascii: "/")) { return executable(FilePath(bytes: name)) }
    let folders = (searchPath ?? Array("/usr/local/bin:/usr/bin:/bin".utf8))
      .split(separator: UInt8(ascii: ":"))
    for folder in folders where folder.first == UInt8(ascii: "/") {
      if let found = executable(FilePath(bytes: folder).appending(name)) { return found }
    }
    return nil
  }

  private static func executable(_ path: FilePath) -> FFmpegProgram? {
    var status = stat()
    let isFile = path.withCString { stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG }
    guard isFile, path.withCString({ access($0, X_OK) }) == 0 else { return nil }
    return FFmpegProgram(path: path)
  }

  private static func variable(_ name: String) -> [UInt8]? {
    getenv(name).map { value in
      UnsafeRawBufferPointer(start: value, count: strlen(value)).map { $0 }
    }
  }
}

extension AudioAsset {
  /// Whether there is an ffmpeg program for the formats that need one: files that were refused with
  /// ``DecodingError/needsFFmpeg(format:)`` can be decoded then.
  public static var hasFFmpeg: Bool { FFmpegProgram.installed != nil }
}
