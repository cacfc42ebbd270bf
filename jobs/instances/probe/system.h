// What the probe needs of Linux, without a C library: system calls, numbers, text. x86_64 and aarch64.
#include <asm/unistd.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/poll.h>
#include <linux/signal.h>
#include <linux/time.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#define AF_INET 2
#define AF_INET6 10
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_NONBLOCK 04000
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_ERROR 4
#define MSG_NOSIGNAL 0x4000

#if defined(__x86_64__)
static long call(long n, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
__asm__(".globl _start\n_start:\n  xor %ebp,%ebp\n  mov %rsp,%rdi\n  and $-16,%rsp\n  call begin\n");
#elif defined(__aarch64__)
static long call(long n, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}
__asm__(".globl _start\n_start:\n  mov x29,#0\n  mov x30,#0\n  mov x0,sp\n  bl begin\n");
#else
#error "the probe knows x86_64 and aarch64"
#endif

#define sys(n, ...) sys_(n, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define sys_(n, a, b, c, d, e, f, ...) call(__NR_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

// The compiler calls these by itself.
void *memset(void *to, int byte, unsigned long size) {
  for (u8 *at = to; size--; at++) *at = (u8)byte;
  return to;
}
void *memcpy(void *to, const void *from, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) ((u8 *)to)[i] = ((const u8 *)from)[i];
  return to;
}

static unsigned long length(const char *text) {
  unsigned long size = 0;
  while (text[size]) size++;
  return size;
}

/** What follows the prefix; null when the text begins otherwise. */
static const char *after(const char *text, const char *prefix) {
  while (*prefix)
    if (*text++ != *prefix++) return 0;
  return text;
}

static _Noreturn void quit(int code) {
  for (;;) sys(exit_group, code);
}

/** Writes all of it; gives up when the other side is gone. */
static void say(int fd, const char *text) {
  for (unsigned long left = length(text); left;) {
    long wrote = sys(write, fd, text, left);
    if (wrote <= 0) return;
    text += wrote;
    left -= (unsigned long)wrote;
  }
}

static void say_number(int fd, long number) {
  char digits[24];
  int at = sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  say(fd, digits + at);
}

/** Reads decimal digits and moves past them; -1 when there is none or it is beyond `most`. */
static long read_number(const char **text, long most) {
  if (**text < '0' || **text > '9') return -1;
  long number = 0;
  for (; **text >= '0' && **text <= '9'; (*text)++) {
    number = number * 10 + (**text - '0');
    if (number > most) return -1;
  }
  return number;
}

static long now_ms(void) {
  struct __kernel_timespec at;
  sys(clock_gettime, 1 /* monotonic */, &at);
  return (long)(at.tv_sec * 1000 + at.tv_nsec / 1000000);
}

static long wait_for(struct pollfd *fds, long count, long ms) {
  struct __kernel_timespec left = {ms / 1000, ms % 1000 * 1000000};
  return sys(ppoll, fds, count, &left, 0, 8);
}

static u16 swapped(long port) {
  return (u16)((port & 255) << 8 | port >> 8);
}
