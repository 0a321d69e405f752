#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>

int hearth_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int hearth_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int hearth_epoll_descriptor(const struct epoll_event *event) { return event->data.fd; }

int hearth_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }
