// A challenge instance that Halyard brings itself, since an engine may have no image at all:
//   probe check TARGET...   says what it can reach from here
//   probe listen PORT       greets everybody, to be somebody's neighbour
//   probe demo PORT         a small challenge for trying things out
// The environment variable PROBE replaces the arguments. build.sh makes the programs beside this file.
#include "system.h"

#define DEADLINE_MS 2000
#define IDLE_MS 30000
#define MOST_TARGETS 256

static char **environment;

static const char *variable(const char *name) {
  for (char **at = environment; *at; at++) {
    const char *rest = after(*at, name);
    if (rest && *rest == '=') return rest + 1;
  }
  return 0;
}

static void fail(const char *what, const char *which) {
  say(2, what);
  say(2, which);
  say(2, "\n");
  quit(2);
}

// ---- check

union address {
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

/** `pending` while it is tried. A refusal says that the packet got there. */
enum outcome { pending, reached, refused, blocked };

struct target {
  const char *text;
  int fd;
  int dns;
  /** Asks the resolver inside the container, which answers by itself when it could ask nobody. */
  int embedded;
  enum outcome outcome;
  long ms;
};

static int parse_v4(const char **text, u8 *to) {
  for (int i = 0; i < 4; i++) {
    long part = read_number(text, 255);
    if (part < 0 || (i < 3 && *(*text)++ != '.')) return 0;
    to[i] = (u8)part;
  }
  return 1;
}

static int hex(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  digit |= 32;
  return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/** `[fd00:ec2::254]`, without the forms that hold an IPv4 address. */
static int parse_v6(const char **text, u8 *to) {
  u8 bytes[16] = {0};
  int size = 0, gap = -1;
  if (*(*text)++ != '[') return 0;
  for (;;) {
    if ((*text)[0] == ':' && (*text)[1] == ':') {
      if (gap >= 0) return 0;
      gap = size;
      *text += 2;
    }
    if (**text == ']') break;
    long group = 0;
    int digits = 0;
    for (; hex(**text) >= 0; (*text)++, digits++) group = group << 4 | hex(**text);
    if (!digits || digits > 4 || size > 14) return 0;
    bytes[size++] = (u8)(group >> 8);
    bytes[size++] = (u8)group;
    if ((*text)[0] == ':' && (*text)[1] != ':') (*text)++;
  }
  (*text)++;
  if (gap < 0 && size != 16) return 0;
  if (gap < 0) gap = size;
  memset(to, 0, 16);
  memcpy(to, bytes, (unsigned long)gap);
  memcpy(to + 16 - (size - gap), bytes + gap, (unsigned long)(size - gap));
  return 1;
}

static void settle(struct target *target, enum outcome outcome, long since) {
  if (target->fd >= 0) sys(close, target->fd);
  target->fd = -1;
  target->outcome = outcome;
  target->ms = now_ms() - since;
}

static void settle_by_error(struct target *target, long error, long since) {
  int answered = error == ECONNREFUSED || error == ECONNRESET;
  settle(target, !error ? reached : answered && !target->embedded ? refused : blocked, since);
}

/** Asks for the A record of example.com. */
static const u8 QUESTION[] = "\x48\x61\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07" "example\x03" "com\x00\x00\x01\x00\x01";

static void begin_target(struct target *target, const char *text, long since) {
  union address address = {0};
  const char *rest;
  target->text = text;
  target->fd = -1;
  target->outcome = pending;
  if ((rest = after(text, "file:"))) {
    settle(target, sys(faccessat, -100 /* here */, rest, 0) == 0 ? reached : blocked, since);
    return;
  }
  int six = 0, size = sizeof address.v4;
  long port = 53;
  if ((rest = after(text, "dns:"))) target->dns = 1;
  else if ((rest = after(text, "tcp6:"))) six = 1;
  else if (!(rest = after(text, "tcp:"))) fail("not a target: ", text);
  if (six ? !parse_v6(&rest, (u8 *)&address.v6.sin6_addr) : !parse_v4(&rest, (u8 *)&address.v4.sin_addr))
    fail("not an address: ", text);
  if (*rest == ':') {
    rest++;
    port = read_number(&rest, 65535);
  } else if (!target->dns) port = -1;
  if (port < 1 || *rest) fail("not a port: ", text);
  address.v4.sin_family = six ? AF_INET6 : AF_INET;
  address.v4.sin_port = swapped(port);
  if (six) size = sizeof address.v6;
  target->embedded = target->dns && ((u8 *)&address.v4.sin_addr)[0] == 127;

  target->fd = (int)sys(socket, address.v4.sin_family, (target->dns ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK, 0);
  long result = target->fd < 0 ? target->fd : sys(connect, target->fd, &address, size);
  if (result == 0 && target->dns) result = sys(write, target->fd, QUESTION, sizeof QUESTION - 1);
  if (result < 0 && result != -EINPROGRESS) settle_by_error(target, -result, since);
  else if (result == 0) settle(target, reached, since);
}

static void hear(struct target *target, long since) {
  if (target->dns) {
    u8 answer[512];
    long size = sys(read, target->fd, answer, sizeof answer);
    if (size < 0) settle_by_error(target, -size, since);
    else if (size >= 12 && answer[0] == QUESTION[0] && answer[1] == QUESTION[1]) {
      int code = answer[3] & 15;
      // NOERROR and NXDOMAIN come from a name server; anything else the embedded resolver says of itself.
      settle(target, !target->embedded || code == 0 || code == 3 ? reached : blocked, since);
    }
    return;
  }
  int error = 0, size = sizeof error;
  sys(getsockopt, target->fd, SOL_SOCKET, SO_ERROR, &error, &size);
  settle_by_error(target, error, since);
}

/** Tries all targets at once and prints a line for each, in their order, and `done`. */
static void check(int count, char **texts) {
  static struct target targets[MOST_TARGETS];
  static struct pollfd fds[MOST_TARGETS];
  static const char *const words[] = {"blocked ", "reached ", "refused ", "blocked "};
  if (count > MOST_TARGETS) fail("too many targets", "");
  long since = now_ms();
  for (int i = 0; i < count; i++) begin_target(&targets[i], texts[i], since);
  for (;;) {
    int open = 0;
    for (int i = 0; i < count; i++) {
      fds[i].fd = targets[i].fd;
      fds[i].events = targets[i].dns ? POLLIN : POLLOUT;
      fds[i].revents = 0;
      open += targets[i].fd >= 0;
    }
    long left = since + DEADLINE_MS - now_ms();
    if (!open || left <= 0) break;
    wait_for(fds, count, left);
    for (int i = 0; i < count; i++)
      if (fds[i].fd >= 0 && fds[i].revents) hear(&targets[i], since);
  }
  for (int i = 0; i < count; i++) {
    say(1, words[targets[i].outcome]);
    say(1, targets[i].text);
    if (targets[i].outcome == reached || targets[i].outcome == refused) {
      say(1, " ");
      say_number(1, targets[i].ms);
      say(1, "ms");
    }
    say(1, "\n");
  }
  say(1, "done\n");
}

// ---- listen and demo

/** Reads a line in lower case, without spaces around it; 0 when the caller is gone or silent for too long. */
static int hear_line(int fd, char *line, int room) {
  int size = 0;
  for (;;) {
    struct pollfd poll = {fd, POLLIN, 0};
    char byte;
    if (wait_for(&poll, 1, IDLE_MS) <= 0) {
      say(fd, "\nThe tide does not wait.\n");
      return 0;
    }
    if (sys(read, fd, &byte, 1) != 1) return 0;
    if (byte == '\n') break;
    if (byte >= 'A' && byte <= 'Z') byte |= 32;
    int space = byte == ' ' || byte == '\t' || byte == '\r';
    if (size < room - 1 && !(space && !size)) line[size++] = byte;
  }
  while (size && (line[size - 1] == ' ' || line[size - 1] == '\t' || line[size - 1] == '\r')) size--;
  line[size] = 0;
  return 1;
}

static int same(const char *one, const char *other) {
  const char *rest = after(one, other);
  return rest && !*rest;
}

/** The flag: from the environment, or from the file that the environment names. */
static const char *flag(void) {
  static char content[512];
  const char *text = variable("FLAG");
  if (text) return text;
  const char *path = variable("FLAG_FILE");
  long fd = path ? sys(openat, -100, path, O_RDONLY) : -1;
  long size = fd < 0 ? 0 : sys(read, fd, content, sizeof content - 1);
  if (size <= 0) return "the page is empty: this instance was given no flag";
  if (content[size - 1] == '\n') content[size - 1] = 0;
  return content;
}

static void riddle(int fd) {
  char line[64];
  u8 dice[2] = {5, 11};
  sys(getrandom, dice, sizeof dice, 0);
  long knots = 7 + dice[0] % 12, hours = 11 + dice[1] % 29;

  say(fd, "    |>~~\n    |      Harbour master's office.\n ___|___   Three answers, and the log book is yours.\n"
          " \\_____/\n~~~~~~~~~~~\n\n1. A ship spells her name: Hotel Alfa Lima Yankee Alfa Romeo Delta.\n   Who is she? ");
  if (!hear_line(fd, line, sizeof line)) return;
  if (!same(line, "halyard")) goto wrong;
  say(fd, "2. She makes ");
  say_number(fd, knots);
  say(fd, " knots for ");
  say_number(fd, hours);
  say(fd, " hours.\n   How many nautical miles is that? ");
  if (!hear_line(fd, line, sizeof line)) return;
  const char *digits = line;
  if (read_number(&digits, 100000) != knots * hours || *digits) goto wrong;
  say(fd, "3. Somebody fell overboard.\n   Which letter does she hoist? ");
  if (!hear_line(fd, line, sizeof line)) return;
  if (!same(line, "o") && !same(line, "oscar")) goto wrong;
  say(fd, "\nWelcome in port. The log book says:\n");
  say(fd, flag());
  say(fd, "\n");
  return;
wrong:
  say(fd, "\nThe log book says otherwise. Fair winds!\n");
}

static void greet(int fd) {
  say(fd, "halyard probe\n");
}

static void stop(int signal) {
  quit(signal == SIGTERM ? 0 : 1);
}

/** As process 1 a signal without a handler is ignored, and children must be waited for. */
static void handle_signals(void) {
  // x86_64 insists on a way back; `stop` never takes it.
  struct sigaction stopping = {.sa_handler = stop, .sa_flags = SA_RESTORER, .sa_restorer = (void *)stop};
  struct sigaction ignoring = {.sa_handler = SIG_IGN};
  sys(rt_sigaction, SIGTERM, &stopping, 0, 8);
  sys(rt_sigaction, SIGINT, &stopping, 0, 8);
  sys(rt_sigaction, SIGPIPE, &ignoring, 0, 8);
  sys(rt_sigaction, SIGCHLD, &ignoring, 0, 8);
}

static void serve(const char *text, void (*talk)(int)) {
  long port = text ? read_number(&text, 65535) : -1;
  if (port < 1 || *text) fail("not a port", "");
  int yes = 1;
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = swapped(port)};
  long door = sys(socket, AF_INET, SOCK_STREAM, 0);
  sys(setsockopt, door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (sys(bind, door, &here, sizeof here) < 0 || sys(listen, door, 64) < 0) fail("the port cannot be opened", "");
  handle_signals();
  say(1, "listening\n");
  for (;;) {
    long caller = sys(accept4, door, 0, 0, 0);
    if (caller < 0) continue;
    // Without room for another process the caller is sent away; others go on.
    if (sys(clone, SIGCHLD) == 0) {
      sys(close, door);
      talk((int)caller);
      quit(0);
    }
    sys(close, caller);
  }
}

static void run(int count, char **words) {
  const char *mode = count ? words[0] : "";
  if (same(mode, "check")) check(count - 1, words + 1);
  else if (same(mode, "listen")) serve(count == 2 ? words[1] : 0, greet);
  else if (same(mode, "demo")) serve(count == 2 ? words[1] : 0, riddle);
  else fail("usage: probe check TARGET... | listen PORT | demo PORT", "");
  quit(0);
}

__attribute__((used)) static _Noreturn void begin(long *stack) {
  int count = (int)stack[0];
  char **words = (char **)(stack + 1);
  environment = words + count + 1;
  char *instead = (char *)variable("PROBE");
  if (instead) {
    static char *parts[MOST_TARGETS + 2];
    int size = 0;
    while (*instead && size < MOST_TARGETS + 2) {
      parts[size++] = instead;
      while (*instead && *instead != ' ') instead++;
      while (*instead == ' ') *instead++ = 0;
    }
    run(size, parts);
  }
  run(count - 1, words + 1);
  quit(0);
}
