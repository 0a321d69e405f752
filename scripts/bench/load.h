// Shared code of the load generators: addresses, sockets, frames, time, latencies.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static inline void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(1);
}

static inline uint64_t nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline void raise_descriptor_limit(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Connects to 127.0.0.1, from one of 127.0.0.1 to 127.0.0.8, because ports of one address run out.
static inline int connect_to(int port, int index) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (descriptor < 0) fail("socket");
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (unsigned)(index % 8))};
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
  if (bind(descriptor, (struct sockaddr *)&from, sizeof from)) fail("bind");
  if (connect(descriptor, (struct sockaddr *)&to, sizeof to)) fail("connect");
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return descriptor;
}

static inline void send_all(int descriptor, const char *bytes, size_t count) {
  while (count) {
    ssize_t n = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (n < 0) fail("send");
    bytes += n, count -= (size_t)n;
  }
}

// The ports of several servers, separated by commas; connection `index` belongs to one after the other.
struct ports {
  int values[8], count;
};

static inline struct ports parse_ports(char *text) {
  struct ports ports = {.count = 0};
  for (char *word = strtok(text, ","); word && ports.count < 8; word = strtok(NULL, ",")) ports.values[ports.count++] = atoi(word);
  if (!ports.count) fail("no port");
  return ports;
}

static inline int port_of(const struct ports *ports, int index) { return ports->values[index % ports->count]; }

// Upgrades a connection; bytes after the response's head stay unread.
static inline void upgrade(int descriptor, const char *path) {
  char text[4096];
  int n = snprintf(text, sizeof text,
                   "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", path);
  if (n < 0 || (size_t)n >= sizeof text) fail("path");
  send_all(descriptor, text, (size_t)n);
  size_t used = 0;
  while (used < 4 || memcmp(text + used - 4, "\r\n\r\n", 4)) {
    if (used == sizeof text || recv(descriptor, text + used, 1, 0) != 1) fail("upgrade");
    used++;
  }
  if (memcmp(text, "HTTP/1.1 101 ", 13)) {
    fprintf(stderr, "load: no upgrade: %.*s\n", (int)used, text);
    exit(1);
  }
}

// A masked text frame of `length` letters, below 126. The mask is zero: unmasking costs the server the same.
static inline size_t text_frame(char *out, size_t length) {
  out[0] = (char)0x81, out[1] = (char)(0x80 | length);
  memset(out + 2, 0, 4);
  memset(out + 6, 'a', length);
  return 6 + length;
}

static inline void watch(int set, int descriptor, uint64_t data) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = data};
  if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event)) fail("epoll_ctl");
}

// Latencies in nanoseconds.
struct latencies {
  uint64_t *values;
  size_t count, capacity;
};

static inline void note(struct latencies *all, uint64_t value) {
  if (all->count == all->capacity) {
    all->capacity = all->capacity ? all->capacity * 2 : 1 << 16;
    all->values = realloc(all->values, all->capacity * sizeof *all->values);
    if (!all->values) fail("memory");
  }
  all->values[all->count++] = value;
}

static inline int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// A quantile in microseconds; sorts the latencies.
static inline double quantile(struct latencies *all, double q) {
  if (!all->count) return -1;
  qsort(all->values, all->count, sizeof *all->values, ascending);
  return (double)all->values[(size_t)(q * (double)(all->count - 1))] / 1000;
}
