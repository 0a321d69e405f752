// The reference program of the benchmarks: one epoll loop with the least work that a server can do.
//
//   bare_loop http PORT       answers each request head (and its Content-Length body) with a constant
//   bare_loop echo PORT       WebSocket: sends each message back
//   bare_loop fanout PORT     WebSocket: sends each message to every open connection, gathered in each iteration
//
// It trusts its peer, parses only what it needs, and has no limits.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum mode { HTTP, ECHO, FANOUT };

struct connection {
  int descriptor, open, is_socket, dirty;
  size_t used, queued, capacity;
  char *output;
  char input[65536];
};

static enum mode mode;
static struct connection *connections[1 << 17];
static int dirty[1 << 17], dirty_count, highest;

static const char answer[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n"
    "Date: Thu, 15 Jan 2026 12:00:00 GMT\r\n\r\n{\"status\":\"ok\"}";

static void queue(struct connection *c, const char *bytes, size_t count) {
  if (c->queued + count > c->capacity) {
    c->capacity = (c->queued + count) * 2;
    c->output = realloc(c->output, c->capacity);
  }
  memcpy(c->output + c->queued, bytes, count);
  c->queued += count;
  if (!c->dirty) c->dirty = 1, dirty[dirty_count++] = c->descriptor;
}

static void flush(struct connection *c) {
  size_t sent = 0;
  while (sent < c->queued) {
    ssize_t n = send(c->descriptor, c->output + sent, c->queued - sent, MSG_NOSIGNAL);
    if (n <= 0) break;
    sent += (size_t)n;
  }
  memmove(c->output, c->output + sent, c->queued - sent);
  c->queued -= sent;
}

static void upgrade(struct connection *c, char *head) {
  char *key = strcasestr(head, "Sec-WebSocket-Key:");
  if (!key) return;
  key += 18 + strspn(key + 18, " ");
  char text[128];
  int n = snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", (int)strcspn(key, "\r\n"), key);
  unsigned char digest[20], base64[32];
  SHA1((unsigned char *)text, (size_t)n, digest);
  EVP_EncodeBlock(base64, digest, 20);
  char out[256];
  n = snprintf(out, sizeof out,
               "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Accept: %s\r\n\r\n", base64);
  queue(c, out, (size_t)n);
  c->is_socket = 1;
}

static size_t frame_head(unsigned char *out, size_t length) {
  out[0] = 0x81;
  if (length < 126) return out[1] = (unsigned char)length, 2;
  out[1] = 126, out[2] = (unsigned char)(length >> 8), out[3] = (unsigned char)length;
  return 4;
}

// Handles one message; returns the bytes used, 0 if more are needed.
static size_t message(struct connection *c, char *at, size_t count) {
  unsigned char *p = (unsigned char *)at;
  if (count < 6) return 0;
  size_t length = p[1] & 127, head = 2;
  if (length == 126) {
    if (count < 8) return 0;
    length = (size_t)p[2] << 8 | p[3], head = 4;
  }
  if (count < head + 4 + length) return 0;
  unsigned char *mask = p + head, *payload = mask + 4;
  for (size_t i = 0; i < length; i++) payload[i] ^= mask[i & 3];
  if ((p[0] & 15) == 8) return c->open = 0, head + 4 + length;
  char out[65600];
  size_t n = frame_head((unsigned char *)out, length);
  memcpy(out + n, payload, length);
  if (mode == ECHO) queue(c, out, n + length);
  else
    for (int i = 0; i <= highest; i++)
      if (connections[i] && connections[i]->is_socket) queue(connections[i], out, n + length);
  return head + 4 + length;
}

// Handles one request; returns the bytes used, 0 if more are needed.
static size_t request(struct connection *c, char *at, size_t count) {
  char *end = memmem(at, count, "\r\n\r\n", 4);
  if (!end) return 0;
  size_t head = (size_t)(end - at) + 4, body = 0;
  end[2] = 0;
  char *length = strcasestr(at, "Content-Length:");
  if (length) body = strtoul(length + 15, NULL, 10);
  if (count < head + body) return end[2] = '\r', 0;
  if (mode == HTTP) queue(c, answer, sizeof answer - 1);
  else upgrade(c, at);
  return head + body;
}

static void received(struct connection *c) {
  size_t used = 0, n;
  do {
    n = c->is_socket ? message(c, c->input + used, c->used - used) : request(c, c->input + used, c->used - used);
    used += n;
  } while (n && used < c->used);
  memmove(c->input, c->input + used, c->used - used);
  c->used -= used;
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "bare_loop http|echo|fanout PORT\n"), 2;
  mode = argv[1][0] == 'h' ? HTTP : argv[1][0] == 'e' ? ECHO : FANOUT;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2])),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) return perror("listen"), 1;
  socklen_t size = sizeof address;
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
  epoll_ctl(set, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(set, events, 256, -1);
    for (int i = 0; i < count; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == listener) {
        int peer;
        while ((peer = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
          connections[peer] = calloc(1, sizeof(struct connection));
          connections[peer]->descriptor = peer;
          connections[peer]->open = 1;
          if (peer > highest) highest = peer;
          event = (struct epoll_event){.events = EPOLLIN, .data.fd = peer};
          epoll_ctl(set, EPOLL_CTL_ADD, peer, &event);
        }
        continue;
      }
      struct connection *c = connections[descriptor];
      ssize_t n = recv(descriptor, c->input + c->used, sizeof c->input - c->used, 0);
      if (n > 0) c->used += (size_t)n, received(c);
      if (n == 0 || (n < 0 && errno != EAGAIN) || !c->open) {
        close(descriptor);
        free(c->output);
        free(c);
        connections[descriptor] = NULL;
      }
    }
    for (int i = 0; i < dirty_count; i++) {
      struct connection *c = connections[dirty[i]];
      if (c) c->dirty = 0, flush(c);
    }
    dirty_count = 0;
  }
}
