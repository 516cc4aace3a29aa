import Glibc

/// The system's own words for an error number ("No such file or directory").
func systemMessage(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  return buffer.withUnsafeMutableBufferPointer { room in
    guard strerror_r(code, room.baseAddress!, room.count) == 0 else { return "error \(code)" }
    return String(cString: room.baseAddress!)
  }
}
