// Measures the time from posting a meal to the frame with its result on the user's socket.
//
//   notify PORT TOKENS RATE SECONDS [PORT]     TOKENS: a file with one access token a line, one socket each
//
// The second port is that of the sockets, if they are at another node. Meals are posted at a fixed rate, regardless of
// earlier responses, for one user after the other; the time starts when a meal is due. The first second is not counted.
// Prints `meals N delivered N p50_us X p99_us Y max_us Z post_p50_us X post_p99_us Y`.
#include "load.h"
#include <sys/timerfd.h>

enum { POSTERS = 64, MAX_USERS = 16384 };

struct user {
  int descriptor;
  char *token;
  uint64_t due;  // 0: no meal is pending
  size_t used;
  char input[8192];
};

struct poster {
  int descriptor;
  uint64_t sent_at;  // 0: free
};

static struct user *users;
static int user_count;
static struct poster posters[POSTERS];
static struct latencies delivered, posted;
static uint64_t counted_from;
static char buffer[65536];

static void read_tokens(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  static char line[2048];
  users = calloc(MAX_USERS, sizeof *users);
  while (user_count < MAX_USERS && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    users[user_count++].token = strdup(line);
  }
  fclose(file);
}

static void open_sockets(int port, int post_port, int set) {
  char path[2200];
  for (int i = 0; i < user_count; i++) {
    users[i].descriptor = connect_to(port, i);
    snprintf(path, sizeof path, "/ws/meal-logs?token=%s", users[i].token);
    upgrade(users[i].descriptor, path);
    watch(set, users[i].descriptor, (uint64_t)i);
  }
  for (int i = 0; i < POSTERS; i++) {
    posters[i].descriptor = connect_to(post_port, i);
    watch(set, posters[i].descriptor, (uint64_t)(MAX_USERS + i));
  }
}

// - Returns: false if every poster is busy.
static int post(struct user *user, uint64_t due) {
  static const char *content = "{\"raw_input\":\"two eggs and a slice of toast with butter\",\"meal_type\":\"breakfast\"}";
  static int last;
  for (int n = 1; n <= POSTERS; n++) {
    // One after the other, because the server closes idle connections.
    int i = (last + n) % POSTERS;
    if (posters[i].sent_at) continue;
    last = i;
    char text[4096];
    int size = snprintf(text, sizeof text,
                     "POST /api/v1/meal-logs/natural HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     user->token, strlen(content), content);
    user->due = due;
    posters[i].sent_at = due;
    send_all(posters[i].descriptor, text, (size_t)size);
    return 1;
  }
  return 0;
}

static void heard(struct user *user) {
  ssize_t n = recv(user->descriptor, user->input + user->used, sizeof user->input - user->used, 0);
  if (n <= 0) fail("a socket ended");
  user->used += (size_t)n;
  for (;;) {
    unsigned char *p = (unsigned char *)user->input;
    if (user->used < 2) return;
    size_t length = p[1], head = 2;
    if (length == 126) {
      if (user->used < 4) return;
      length = (size_t)p[2] << 8 | p[3], head = 4;
    }
    if (length + head > sizeof user->input) fail("a large frame");
    if (user->used < length + head) return;
    if ((p[0] & 15) == 8) fail("a close frame");
    if (user->due && memmem(p + head, length, "\"meal_log.completed\"", 20)) {
      if (user->due >= counted_from) note(&delivered, nanoseconds() - user->due);
      user->due = 0;
    }
    user->used -= length + head;
    memmove(user->input, user->input + length + head, user->used);
  }
}

static void answered(struct poster *poster) {
  ssize_t n = recv(poster->descriptor, buffer, sizeof buffer - 1, 0);
  if (n <= 0) fail("the server closed a connection");
  // A response arrives in one piece: it is written in one piece and is smaller than the socket's buffer.
  if (memcmp(buffer, "HTTP/1.1 201", 12)) {
    fprintf(stderr, "load: %.*s\n", (int)n, buffer);
    exit(1);
  }
  if (poster->sent_at >= counted_from) note(&posted, nanoseconds() - poster->sent_at);
  poster->sent_at = 0;
}

int main(int argc, char **argv) {
  if (argc != 5 && argc != 6) return fprintf(stderr, "see notify.c\n"), 2;
  int rate = atoi(argv[3]), set = epoll_create1(0), late = 0;
  raise_descriptor_limit();
  read_tokens(argv[2]);
  open_sockets(atoi(argv[argc == 6 ? 5 : 1]), atoi(argv[1]), set);
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  uint64_t gap = 1000000000u / (uint64_t)rate, start = nanoseconds() + 500000000u;
  uint64_t end = start + (uint64_t)(atof(argv[4]) * 1e9), next = start, sent = 0, counted = 0;
  counted_from = start + 1000000000u;
  end += 1000000000u;
  watch(set, timer, UINT64_MAX);
  struct epoll_event events[256];
  while (nanoseconds() < end + 2000000000u && (next < end || delivered.count < counted)) {
    if (next < end) {
      struct itimerspec at = {.it_value = {.tv_sec = (time_t)(next / 1000000000u), .tv_nsec = (long)(next % 1000000000u)}};
      timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
    }
    int count = epoll_wait(set, events, 256, 100);
    for (int i = 0; i < count; i++) {
      uint64_t data = events[i].data.u64;
      uint64_t expirations;
      if (data == UINT64_MAX) (void)!read(timer, &expirations, sizeof expirations);
      else if (data >= MAX_USERS) answered(&posters[data - MAX_USERS]);
      else heard(&users[data]);
    }
    while (next < end && nanoseconds() >= next) {
      struct user *user = &users[sent % (uint64_t)user_count];
      // A user that still waits counts as not delivered.
      if (user->due) late++;
      if (!post(user, next)) break;
      counted += next >= counted_from;
      sent++, next += gap;
    }
  }
  double p50 = quantile(&delivered, 0.5), p99 = quantile(&delivered, 0.99), most = quantile(&delivered, 1);
  printf("meals %llu delivered %zu late %d p50_us %.0f p99_us %.0f max_us %.0f post_p50_us %.0f post_p99_us %.0f\n",
         (unsigned long long)counted, delivered.count, late, p50, p99, most, quantile(&posted, 0.5), quantile(&posted, 0.99));
  return 0;
}
