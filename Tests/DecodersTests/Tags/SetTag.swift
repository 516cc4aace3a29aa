import Glibc

@testable import Decoders

/// Sets one tag of a file as a tagging program would; false when TagLib cannot.
func setTag(_ name: String, to value: String, of path: FilePath) throws(DecodingError) -> Bool {
  let format = try FormatProbe(file: InputFile(path: path)).format
  let descriptor = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .io(errno: errno) }
  defer { close(descriptor) }
  return format.setTag(name, to: value, descriptor: descriptor)
}
