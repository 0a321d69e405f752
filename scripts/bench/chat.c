// Measures chat rooms: deliveries and latency of messages.
//
//   chat PORTS TOKENS ROOMS MEMBERS SENDERS SECONDS WINDOW BYTES
//
// TOKENS: a file with one access token a line. Each of ROOMS rooms (`bench1`, `bench2`, …; `-` for the bare loop, one "room")
// has MEMBERS members, of whom the first SENDERS send: each has WINDOW messages of BYTES letters in progress and sends the next
// when it receives its own. Prints `count N seconds S p50_us X p99_us Y`: deliveries, and the time from sending to receiving
// (one message in a hundred is timed). Of several PORTS, separated by commas, the members use one after the other, and only
// deliveries at another one than the sender's are timed.
#include "load.h"

struct member {
  int descriptor, room, speaker;
  size_t used;
  char input[65536];
};

static struct member *members;
static struct latencies latencies;
static struct ports ports;
static uint64_t delivered;
static size_t length;

// The text of a message: the index of the sender, the time, and letters up to the size.
static void speak(struct member *m, int bare) {
  char text[4096], frame[4200];
  int n = snprintf(text, sizeof text, "%s@%06d %020llu ", bare ? "" : "{\"type\":\"message\",\"content\":\"",
                   (int)(m - members), (unsigned long long)nanoseconds());
  while ((size_t)n < length) text[n++] = 'a';
  if (!bare) text[n++] = '"', text[n++] = '}';
  size_t head = 2;
  frame[0] = (char)0x81;
  if (n < 126) frame[1] = (char)(0x80 | n);
  else frame[1] = (char)(0x80 | 126), frame[2] = (char)(n >> 8), frame[3] = (char)n, head = 4;
  memset(frame + head, 0, 4);
  memcpy(frame + head + 4, text, (size_t)n);
  send_all(m->descriptor, frame, head + 4 + (size_t)n);
}

static void heard(struct member *m, char *text, size_t size, int bare) {
  if (!bare && memmem(text, size, "\"type\":\"error\"", 14)) {
    fprintf(stderr, "chat: %.*s\n", (int)size, text);
    exit(1);
  }
  if (!bare && !memmem(text, size, "\"type\":\"message\"", 16)) return;
  char *at = memchr(text, '@', size);
  if (!at || size - (size_t)(at - text) < 28) return;
  delivered++;
  if (atoi(at + 1) == m - members) speak(m, bare);
  int is_other = ports.count == 1 || atoi(at + 1) % ports.count != (m - members) % ports.count;
  if (delivered % 100 == 0 && is_other) note(&latencies, nanoseconds() - strtoull(at + 8, NULL, 10));
}

static void received(struct member *m, int bare) {
  ssize_t n = recv(m->descriptor, m->input + m->used, sizeof m->input - m->used, 0);
  if (n <= 0) fail("the server closed a connection");
  m->used += (size_t)n;
  size_t at = 0;
  for (;;) {
    unsigned char *p = (unsigned char *)m->input + at;
    size_t left = m->used - at, head = 2;
    if (left < 2) break;
    size_t size = p[1] & 127;
    if (size == 126) {
      if (left < 4) break;
      size = (size_t)p[2] << 8 | p[3], head = 4;
    } else if (size == 127) {
      fail("a frame of 64 KiB");
    }
    if (left < head + size) break;
    if ((p[0] & 15) == 1) heard(m, (char *)p + head, size, bare);
    at += head + size;
  }
  memmove(m->input, m->input + at, m->used - at);
  m->used -= at;
}

int main(int argc, char **argv) {
  if (argc != 9) return fprintf(stderr, "see chat.c\n"), 2;
  ports = parse_ports(argv[1]);
  int bare = !strcmp(argv[2], "-"), rooms = atoi(argv[3]), each = atoi(argv[4]);
  int speakers = atoi(argv[5]), window = atoi(argv[7]), count = rooms * each;
  double seconds = atof(argv[6]);
  length = strtoul(argv[8], NULL, 10);
  if (length > 3000) return fprintf(stderr, "chat: at most 3000 bytes\n"), 2;
  raise_descriptor_limit();
  members = calloc((size_t)count, sizeof *members);
  int set = epoll_create1(0);
  FILE *tokens = bare ? NULL : fopen(argv[2], "r");
  if (!members || set < 0 || (!bare && !tokens)) fail("start");
  for (int i = 0; i < count; i++) {
    char path[3000], token[2500];
    struct member *m = &members[i];
    m->descriptor = connect_to(port_of(&ports, i), i);
    m->room = i / each, m->speaker = i % each < speakers;
    if (bare) snprintf(path, sizeof path, "/");
    else {
      if (!fgets(token, sizeof token, tokens)) fail("too few tokens");
      token[strcspn(token, "\n")] = 0;
      snprintf(path, sizeof path, "/ws/chat/bench%d?token=%s", m->room + 1, token);
    }
    upgrade(m->descriptor, path);
    watch(set, m->descriptor, (uint64_t)i);
  }
  struct epoll_event events[256];
  // Until every member has received the presence frames.
  uint64_t start = nanoseconds(), quiet = start;
  while (nanoseconds() - quiet < 500000000u) {
    int n = epoll_wait(set, events, 256, 100);
    for (int i = 0; i < n; i++) received(&members[events[i].data.u64], bare), quiet = nanoseconds();
  }
  delivered = 0;
  start = nanoseconds();
  for (int i = 0; i < count; i++)
    for (int k = 0; members[i].speaker && k < window; k++) speak(&members[i], bare);
  while (nanoseconds() - start < (uint64_t)(seconds * 1e9)) {
    int n = epoll_wait(set, events, 256, 100);
    for (int i = 0; i < n; i++) received(&members[events[i].data.u64], bare);
  }
  printf("count %llu seconds %.3f p50_us %.0f p99_us %.0f\n", (unsigned long long)delivered,
         (double)(nanoseconds() - start) / 1e9, quantile(&latencies, 0.5), quantile(&latencies, 0.99));
  return 0;
}
