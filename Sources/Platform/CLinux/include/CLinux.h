#ifndef HEARTH_CLINUX_H
#define HEARTH_CLINUX_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/types.h>

/// `accept4(2)` with SOCK_NONBLOCK | SOCK_CLOEXEC. It needs `_GNU_SOURCE`, which in a header would change
/// the signatures of the socket calls that Swift imports.
int hearth_accept(int listener, struct sockaddr *_Nullable address, socklen_t *_Nullable length);

/// `epoll_ctl(2)` with the descriptor as user data.
int hearth_epoll_control(int epoll, int operation, int descriptor, uint32_t events);

/// Returns the descriptor of an event.
int hearth_epoll_descriptor(const struct epoll_event *_Nonnull event);

/// `epoll_pwait2(2)`: `epoll_wait` with a timeout in nanoseconds, below one second. Fails at once before Linux 5.11.
int hearth_epoll_wait_short(int epoll, struct epoll_event *_Nonnull events, int count, long nanoseconds);

/// `recv(2)` and `send(2)` with MSG_NOSIGNAL, as raw system calls. The wrappers of the C library are thread cancellation points,
/// which costs more than the rest of the wrapper.
ssize_t hearth_receive(int descriptor, void *_Nullable bytes, size_t count);
ssize_t hearth_send(int descriptor, const void *_Nullable bytes, size_t count);

/// Names the calling thread; at most 15 bytes.
int hearth_name_thread(const char *_Nonnull name);

/// Joins a thread that has ended, without waiting. Returns 0, EBUSY while the thread runs, or another error number.
int hearth_try_join(unsigned long thread);

/// Sets the scheduling policy of the calling thread to `SCHED_BATCH` (1) or `SCHED_OTHER` (0). Returns 0, or -1 with errno if
/// that is not allowed.
int hearth_set_batch_scheduling(int enabled);

/// Whether the policy of the calling thread is `SCHED_BATCH`.
int hearth_has_batch_scheduling(void);

/// Catches signals: each writes its number as one byte to a pipe. Call it once in a process.
/// Returns the read end of the pipe, or -1 with errno.
int hearth_catch_signals(const int *_Nonnull signals, int count);

/// The processors that the process may run on (`sched_getaffinity(2)`); 0 if the system does not say.
int hearth_processor_count(void);

#endif
