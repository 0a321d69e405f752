// Generates load from one thread with as little work of its own as possible.
//
//   load http PORTS CONNECTIONS SECONDS FILE...     repeats the request in FILE, one at a time on each connection
//   load echo PORT CONNECTIONS SECONDS PATH BYTES   sends a message and waits for its echo
//   load fanout PORT RECEIVERS SECONDS PATH BYTES   one client sends to all; eight messages in progress
//   load idle PORT CONNECTIONS PATH                 opens sockets, reports it, and holds them until end of input
//
// Several PORTS are separated by commas: the connections use one port, and one FILE, after the other. Prints
// `count N seconds S p50_us X p99_us Y`: responses, echoes or deliveries.
#include "load.h"

struct peer {
  int descriptor;
  uint64_t sent_at;
  size_t missing;  // of a response's content
  size_t used;     // of `head`
  char head[1024]; // a response whose head is incomplete
};

static struct peer *peers;
static int peer_count, set;
static struct latencies latencies;
static uint64_t done;
static char buffer[1 << 18];

static void open_peers(const struct ports *ports, int count, const char *path) {
  raise_descriptor_limit();
  peers = calloc((size_t)count, sizeof *peers);
  set = epoll_create1(0);
  if (!peers || set < 0) fail("start");
  for (peer_count = 0; peer_count < count; peer_count++) {
    int descriptor = connect_to(port_of(ports, peer_count), peer_count);
    if (path) upgrade(descriptor, path);
    peers[peer_count].descriptor = descriptor;
    watch(set, descriptor, (uint64_t)peer_count);
  }
}

static void report(uint64_t start) {
  printf("count %llu seconds %.3f p50_us %.0f p99_us %.0f\n", (unsigned long long)done,
         (double)(nanoseconds() - start) / 1e9, quantile(&latencies, 0.5), quantile(&latencies, 0.99));
}

// Calls `received` with the bytes of each peer until the time is over.
static void run(double seconds, void (*received)(struct peer *, size_t)) {
  uint64_t start = nanoseconds(), end = start + (uint64_t)(seconds * 1e9);
  struct epoll_event events[256];
  while (nanoseconds() < end) {
    int count = epoll_wait(set, events, 256, 100);
    for (int i = 0; i < count; i++) {
      struct peer *peer = &peers[events[i].data.u64];
      ssize_t n = recv(peer->descriptor, buffer, sizeof buffer - 1, 0);
      if (n <= 0) fail("the server closed a connection");
      received(peer, (size_t)n);
    }
  }
  report(start);
}

// MARK: HTTP

struct request {
  char *text;
  size_t size;
};

static struct request *requests;
static int request_count;

static void ask(struct peer *peer) {
  struct request *request = &requests[(peer - peers) % request_count];
  peer->sent_at = nanoseconds();
  send_all(peer->descriptor, request->text, request->size);
}

static void answered(struct peer *peer, size_t count) {
  if (peer->missing) {
    if (count > peer->missing) fail("too much content");
    peer->missing -= count;
  } else {
    char *text = buffer;
    if (peer->used) {
      if (peer->used + count >= sizeof peer->head) fail("a long head in pieces");
      memcpy(peer->head + peer->used, buffer, count);
      text = peer->head, count += peer->used;
    }
    text[count] = 0;
    char *end = memmem(text, count, "\r\n\r\n", 4);
    if (!end) {
      if (count >= sizeof peer->head) fail("a long head");
      if (!peer->used) memcpy(peer->head, buffer, count);
      peer->used = count;
      return;
    }
    peer->used = 0;
    if (memcmp(text, "HTTP/1.1 2", 10)) {
      fprintf(stderr, "load: %s\n", text);
      exit(1);
    }
    char *length = strcasestr(text, "\r\nContent-Length:");
    size_t content = length && length < end ? strtoul(length + 17, NULL, 10) : 0, rest = count - (size_t)(end + 4 - text);
    if (rest > content) fail("too much content");
    peer->missing = content - rest;
  }
  if (peer->missing) return;
  done++;
  note(&latencies, nanoseconds() - peer->sent_at);
  ask(peer);
}

static void read_requests(char **paths, int count) {
  static char text[65536];
  requests = calloc((size_t)count, sizeof *requests);
  for (request_count = 0; request_count < count; request_count++) {
    FILE *file = fopen(paths[request_count], "rb");
    if (!file) fail(paths[request_count]);
    struct request *request = &requests[request_count];
    request->size = fread(text, 1, sizeof text, file);
    request->text = memcpy(malloc(request->size), text, request->size);
    fclose(file);
  }
}

// MARK: WebSocket

static char frame[256];
static size_t frame_size, reply_size;

static void speak(struct peer *peer) {
  peer->sent_at = nanoseconds();
  send_all(peer->descriptor, frame, frame_size);
}

// All frames have one size, so that counting bytes counts frames; only the first byte of each piece is checked.
static size_t whole_frames(struct peer *peer, size_t count) {
  if (!peer->used && (unsigned char)buffer[0] != 0x81) fail("not a text frame");
  size_t bytes = peer->used + count;
  peer->used = bytes % reply_size;
  return bytes / reply_size;
}

static void echoed(struct peer *peer, size_t count) {
  if (!whole_frames(peer, count)) return;
  done++;
  note(&latencies, nanoseconds() - peer->sent_at);
  speak(peer);
}

static uint64_t told;

static void delivered(struct peer *peer, size_t count) {
  done += whole_frames(peer, count);
  while ((told - done / (uint64_t)peer_count) < 8) told++, speak(&peers[0]);
}

int main(int argc, char **argv) {
  if (argc < 5) return fprintf(stderr, "see load.c\n"), 2;
  const char *mode = argv[1];
  struct ports ports = parse_ports(argv[2]);
  int count = atoi(argv[3]);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!strcmp(mode, "idle")) {
    open_peers(&ports, count, argv[4]);
    printf("open %d\n", count);
    while (getchar() != EOF) {}
    return 0;
  }
  if (argc < 6) return fprintf(stderr, "see load.c\n"), 2;
  double seconds = atof(argv[4]);
  if (!strcmp(mode, "http")) {
    read_requests(argv + 5, argc - 5);
    open_peers(&ports, count, NULL);
    for (int i = 0; i < count; i++) ask(&peers[i]);
    run(seconds, answered);
  } else if (argc == 7) {
    size_t length = (size_t)atoi(argv[6]);
    if (length > 125) return fprintf(stderr, "load: at most 125 bytes\n"), 2;
    frame_size = text_frame(frame, length), reply_size = 2 + length;
    open_peers(&ports, count, argv[5]);
    if (!strcmp(mode, "echo")) {
      for (int i = 0; i < count; i++) speak(&peers[i]);
      run(seconds, echoed);
    } else {
      while (told < 8) told++, speak(&peers[0]);
      run(seconds, delivered);
    }
  }
  return 0;
}
