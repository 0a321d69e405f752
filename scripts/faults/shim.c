/*
 * Preloaded into the server by the fault suite: makes fsync fail and the wall clock jump on request.
 *
 * FAULTS_CONTROL names a file of two 64-bit integers, mapped and read at each call:
 *   [0] seconds to add to the wall clock
 *   [1] errno of every fsync and fdatasync; 0: they work
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t none[2];
static volatile int64_t *control = none;

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("FAULTS_CONTROL");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *map = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) control = map;
  close(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int clock_gettime(clockid_t clock, struct timespec *time) {
  static __typeof__(&clock_gettime) real;
  if (!real) real = REAL(clock_gettime);
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += control[0];
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  static __typeof__(&gettimeofday) real;
  if (!real) real = REAL(gettimeofday);
  int result = real(time, zone);
  if (result == 0) time->tv_sec += control[0];
  return result;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

static int fails(void) {
  if (control[1] == 0) return 0;
  errno = (int)control[1];
  return 1;
}

int fsync(int descriptor) { return fails() ? -1 : REAL(fsync)(descriptor); }
int fdatasync(int descriptor) { return fails() ? -1 : REAL(fdatasync)(descriptor); }
