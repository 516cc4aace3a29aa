#include "CTagLib.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <sys/xattr.h>

int ctaglib_copy_attributes(int from, int to) try {
  const ssize_t length = flistxattr(from, nullptr, 0);
  if (length <= 0) return 0;
  std::vector<char> names(static_cast<size_t>(length));
  const ssize_t count = flistxattr(from, names.data(), names.size());
  if (count < 0) return errno;
  for (ssize_t place = 0; place < count;) {
    const std::string name(names.data() + place, strnlen(names.data() + place, count - place));
    place += static_cast<ssize_t>(name.size()) + 1;
    const ssize_t size = fgetxattr(from, name.c_str(), nullptr, 0);
    if (size < 0) continue;
    std::vector<char> value(static_cast<size_t>(size) + 1);
    const ssize_t got = fgetxattr(from, name.c_str(), value.data(), value.size());
    if (got < 0) continue;
    if (fsetxattr(to, name.c_str(), value.data(), static_cast<size_t>(got), 0) == 0) continue;
    /* Labels of the system ("security.") are its own to set, and it has done so. */
    if (name.rfind("user.", 0) == 0 || name.rfind("system.posix_acl", 0) == 0) return errno;
  }
  return 0;
} catch (...) {
  return ENOMEM;
}
