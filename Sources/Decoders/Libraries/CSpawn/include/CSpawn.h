#pragma once

#include <sys/types.h>

// Starting a child process with pipes. In C because pipe2 and closefrom are GNU extensions, which
// Swift's Glibc does not show: without them a pipe could leak into a child that another thread
// starts at the same moment, and would then never report its end.

struct cspawn_child {
  pid_t pid;
  int output;    // what the child writes to its standard output; close-on-exec
  int messages;  // what it writes to standard error; close-on-exec, never blocks
};

// Starts `program` in a process group of its own, with an empty standard input, `input` as
// descriptor 3, no other descriptor, default signal dispositions and no signal blocked.
// Returns 0, or an error number; nothing is open then.
int cspawn_start(
    const char *program, char *const arguments[], char *const environment[], int input,
    struct cspawn_child *child);

// How a child ended, out of what waitpid says: its exit status, or minus the signal's number.
int cspawn_end(int status);
