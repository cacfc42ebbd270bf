#!/bin/sh
# Makes probe-x86_64 and probe-aarch64, which are committed. Debian 12: gcc, gcc-aarch64-linux-gnu.
set -eu
cd "$(dirname "$0")"
build() {
  "$1" -nostdlib -static -Os -std=gnu11 -Wall -Wextra -Werror -ffreestanding -fno-stack-protector -fno-pie -no-pie \
    -fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables -fno-ident \
    -Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,noseparate-code -s -o "$2" probe.c
  chmod 755 "$2"
}
build x86_64-linux-gnu-gcc probe-x86_64
build aarch64-linux-gnu-gcc probe-aarch64
