/* Runs a command and prints its CPU seconds and its peak resident memory in KiB.
 *
 *     usage COMMAND [ARGUMENT ...]
 *
 * The peak of a process includes that of the program that started it, until `execve`: this one is smaller than any that
 * it measures, and Python is not. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int count, char **arguments) {
  if (count < 2) return 2;
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    if (!freopen("/dev/null", "w", stdout)) _exit(127);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return 1;
  printf("cpu_s %f peak_kib %ld\n", seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
  return 0;
}
