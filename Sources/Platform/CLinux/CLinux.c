#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int hearth_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int hearth_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int hearth_epoll_descriptor(const struct epoll_event *event) { return event->data.fd; }

int hearth_epoll_wait_short(int epoll, struct epoll_event *events, int count, long nanoseconds) {
  struct timespec time = {.tv_nsec = nanoseconds};
  return epoll_pwait2(epoll, events, count, &time, NULL);
}

ssize_t hearth_receive(int descriptor, void *bytes, size_t count) {
  return syscall(SYS_recvfrom, descriptor, bytes, count, 0, NULL, NULL);
}

ssize_t hearth_send(int descriptor, const void *bytes, size_t count) {
  return syscall(SYS_sendto, descriptor, bytes, count, MSG_NOSIGNAL, NULL, 0);
}

int hearth_processor_count(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

int hearth_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

int hearth_try_join(unsigned long thread) { return pthread_tryjoin_np((pthread_t)thread, NULL); }

static volatile int signal_sink = -1;

static void signal_arrived(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds more signals than the reader needs.
  if (write(signal_sink, &byte, 1) < 0) {}
  errno = saved;
}

int hearth_catch_signals(const int *signals, int count) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  signal_sink = ends[1];
  struct sigaction action = {0};
  action.sa_handler = signal_arrived;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < count; i++) sigaction(signals[i], &action, NULL);
  return ends[0];
}

int hearth_set_batch_scheduling(int enabled) {
  struct sched_param none = {0};
  return sched_setscheduler(0, enabled ? SCHED_BATCH : SCHED_OTHER, &none);
}

int hearth_has_batch_scheduling(void) { return sched_getscheduler(0) == SCHED_BATCH; }
