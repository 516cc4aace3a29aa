import Decoders
import Glibc

/// The kernel's notices of changes in folders (inotify).
///
/// Owns its descriptor until released; lives inside one task.
final class FolderNotices {
  /// What was noticed since the last look.
  struct News: Equatable {
    var isChanged = false
    /// Notices were lost: more came than the kernel keeps.
    var hasOverflown = false
  }

  private let descriptor: Int32
  private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// - Returns: Nil when the kernel gives no more of its kind.
  init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    room.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Asks for notices about a folder, but not those below it. Asking again does no harm.
  ///
  /// - Returns: 0, or why the system refuses; ENOSPC when the user's limit of watches is reached.
  func watch(_ folder: FilePath) -> Int32 {
    let reachable = ReachablePath(folder)
    defer { withExtendedLifetime(reachable) {} }
    let events = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB
    return reachable.path.withCString { path in
      inotify_add_watch(descriptor, path, UInt32(events) | UInt32(IN_ONLYDIR)) < 0 ? errno : 0
    }
  }

  /// Takes all notices that wait; does not wait for one.
  func take() -> News {
    var news = News()
    while true {
      let count = read(descriptor, room.baseAddress, room.count)
      guard count > 0 else { return news }
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= count {
        let event = room.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { news.hasOverflown = true }
        // The end of a watch is news of its folder's parent.
        if event.mask & UInt32(IN_IGNORED) == 0 { news.isChanged = true }
        offset += MemoryLayout<inotify_event>.size + Int(event.len)
      }
    }
  }
}
