# Takes the hosts of a cluster down when standard input, a pipe from the benchmark, is closed.
# $1: the prefix of all names; $2: the folder that has the CPU groups in it.
trap '' INT TERM HUP
cat > /dev/null

# A group can be removed when its last process has ended, which those of a TaskManager do by
# themselves, and at once when they are told to.
for group in "$2/$1"-*; do
  tries=0
  while [ -d "$group" ] && ! rmdir "$group" && [ $tries -lt 200 ]; do
    while read -r process; do kill -9 "$process"; done < "$group/cgroup.procs"
    sleep 0.05
    tries=$((tries + 1))
  done
done

# The system takes its time with what is in a namespace, and devices go both ends at once.
for device in /sys/class/net/"$1" /sys/class/net/"$1"-*; do
  [ -e "$device" ] && ip link delete "${device##*/}"
done
ip netns list | while read -r namespace id; do
  case $namespace in
    "$1"|"$1"-*) ip netns delete "$namespace" ;;
  esac
done
