import Glibc

/// Calls `body` with this thread's file access reduced to that of an ordinary user, so that
/// `chmod 000` means something even where tests run as root.
///
/// `body` must not leave its thread.
public func withoutPrivileges<Value>(_ body: () throws -> Value) rethrows -> Value {
  guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return try body() }
  let setUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
  let nobody: uid_t = 65534
  _ = setUser(nobody)
  defer { _ = setUser(0) }
  return try body()
}
