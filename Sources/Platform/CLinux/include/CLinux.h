#ifndef HEARTH_CLINUX_H
#define HEARTH_CLINUX_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/types.h>

/// `accept4(2)` with SOCK_NONBLOCK | SOCK_CLOEXEC. It needs `_GNU_SOURCE`, which would change the socket call
/// signatures that Swift imports if it stood in a header.
int hearth_accept(int listener, struct sockaddr *_Nullable address, socklen_t *_Nullable length);

/// `epoll_ctl(2)` with the descriptor as user data.
int hearth_epoll_control(int epoll, int operation, int descriptor, uint32_t events);

/// The descriptor that a returned event belongs to.
int hearth_epoll_descriptor(const struct epoll_event *_Nonnull event);

/// `epoll_pwait2(2)`: as `epoll_wait`, for less than a millisecond. Fails at once before Linux 5.11.
int hearth_epoll_wait_short(int epoll, struct epoll_event *_Nonnull events, int count, long nanoseconds);

/// `recv(2)` and, without SIGPIPE, `send(2)`. Those of the C library let a thread be cancelled meanwhile, which costs more
/// than all else that they do.
ssize_t hearth_receive(int descriptor, void *_Nullable bytes, size_t count);
ssize_t hearth_send(int descriptor, const void *_Nullable bytes, size_t count);

/// Names the calling thread (at most 15 bytes are kept).
int hearth_name_thread(const char *_Nonnull name);

/// Has the kernel plan for throughput (`SCHED_BATCH`) or for short waits (`SCHED_OTHER`) of the calling thread.
/// Returns 0, or -1 with errno where that is not allowed.
int hearth_plan_for_throughput(int wanted);

/// Whether it does so.
int hearth_is_planned_for_throughput(void);

/// Catches signals, once in a process: each writes its number as one byte to a pipe.
/// Returns the end to read from, -1 with errno where there is none.
int hearth_catch_signals(const int *_Nonnull signals, int count);

#endif
