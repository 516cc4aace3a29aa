#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

// Descriptors below this number are arranged for the child one by one; a source among them could
// be overwritten before its turn.
enum { first_safe = 10, pipe_length = 1 << 18 };

static void close_all(const int *descriptors, int count) {
  for (int i = 0; i < count; i++) {
    if (descriptors[i] >= 0) close(descriptors[i]);
  }
}

// A copy of a descriptor with a number that is not in the way.
static int raised(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, first_safe); }

static int spawn(
    const char *program, char *const arguments[], char *const environment[], const int source[3],
    pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  // The kernel allows no change of these two.
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, source[1], 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, source[2], 2);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, source[0], 3);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error) {
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  if (!error) error = posix_spawn(pid, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cspawn_start(
    const char *program, char *const arguments[], char *const environment[], int input,
    struct cspawn_child *child) {
  // Both ends of two pipes, and the child's three descriptors.
  int pipes[4] = {-1, -1, -1, -1};
  int source[3] = {-1, -1, -1};
  int error = 0;
  if (pipe2(pipes, O_CLOEXEC) || pipe2(pipes + 2, O_CLOEXEC) ||
      (source[0] = raised(input)) < 0 || (source[1] = raised(pipes[1])) < 0 ||
      (source[2] = raised(pipes[3])) < 0 || fcntl(pipes[2], F_SETFL, O_NONBLOCK)) {
    error = errno;
  }
  if (!error) error = spawn(program, arguments, environment, source, &child->pid);
  close_all(source, 3);
  if (error) {
    close_all(pipes, 4);
    return error;
  }
  close(pipes[1]);
  close(pipes[3]);
  // A longer pipe saves changes between the two processes; whether it can be had does not matter.
  fcntl(pipes[0], F_SETPIPE_SZ, pipe_length);
  child->output = pipes[0];
  child->messages = pipes[2];
  return 0;
}

int cspawn_end(int status) {
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
