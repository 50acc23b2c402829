#!/usr/bin/env bash
# enter.sh ROOT EMULATOR|- SOURCE=FOLDER... -- PROGRAM...: run a program in another root folder. Mounts and the
# emulator are known in a namespace of its own only (Linux 6.7 or newer), so nothing is left behind.
set -euo pipefail
exec unshare --user --map-root-user --mount --fork --kill-child bash -euo pipefail -c '
root=$1 emulator=$2
shift 2
mount --make-rprivate /
if [ "$emulator" != - ]; then
    # Programs whose head says ELF, 64 bit, little endian, executable or shared, AArch64.
    head="\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00"
    mask="\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff"
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    printf "%s" ":aarch64:M::$head:$mask:$emulator:F" > /proc/sys/fs/binfmt_misc/register
fi
for folder in dev proc sys; do mount --rbind "/$folder" "$root/$folder"; done
mount -t tmpfs none "$root/tmp"
while [ "$1" != -- ]; do
    mkdir -p "$root${1#*=}"
    mount --rbind "${1%%=*}" "$root${1#*=}"
    shift
done
shift
cd "$root"
exec "$(command -v chroot || echo /usr/sbin/chroot)" "$root" "$@"
' enter "$@"
