# The watchdog: outlives a launcher that is killed, and stops what it left behind.
#
# stdin carries one line for each change, "<list> <pid> <pid> …", with the whole list; the launcher's death closes it.
# Lists are stopped in order: app (SIGTERM), redis (SIGTERM), postgres (SIGINT: fast shutdown), then SIGKILL for the
# process groups of those that stay. Every guarded process leads a group of its own.

trap '' HUP INT TERM
app= redis= postgres=
while read -r list pids; do
  case $list in
    app) app=$pids ;;
    redis) redis=$pids ;;
    postgres) postgres=$pids ;;
  esac
done

# A zombie that nobody reaps is gone too.
living() {
  for pid; do
    kill -0 "$pid" 2>/dev/null || continue
    if [ -r "/proc/$pid/stat" ]; then
      read -r state <"/proc/$pid/stat" 2>/dev/null || continue
      case ${state##*\)} in ' Z '*) continue ;; esac
    fi
    return 0
  done
  return 1
}

# stop SIGNAL TENTHS PID…
stop() {
  signal=$1 tenths=$2
  shift 2
  [ $# -gt 0 ] || return 0
  kill -s "$signal" "$@" 2>/dev/null
  while [ "$tenths" -gt 0 ] && living "$@"; do
    sleep 0.1
    tenths=$((tenths - 1))
  done
  for pid; do kill -s KILL -- "-$pid" 2>/dev/null; done
}

stop TERM 100 $app
stop TERM 50 $redis
stop INT 200 $postgres
