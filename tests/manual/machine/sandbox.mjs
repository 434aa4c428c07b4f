/** @typedef {import('./unit-file.mjs').Unit} Unit */

/** A mount point of its own for each, read-only or not as the rest of the script leaves it. */
const readOnly = `
mapfile -t points < <(cut -d ' ' -f 5 /proc/self/mountinfo)
for point in "\${points[@]}"; do
  case $point in
    /dev|/dev/*|/proc|/proc/*|/sys|/sys/*) ;;
    # One that another mount hides cannot be reached, by us or by the service.
    *) mount -o remount,bind,ro "$(printf %b "$point")" 2>/dev/null || true ;;
  esac
done`;

const privateDevices = `
devices=$(mktemp -d)
mount -t tmpfs -o mode=755 tmpfs "$devices"
for device in null zero full random urandom tty; do
  touch "$devices/$device"
  mount --bind "/dev/$device" "$devices/$device"
done
ln -s /proc/self/fd "$devices/fd"
ln -s fd/0 "$devices/stdin"
ln -s fd/1 "$devices/stdout"
ln -s fd/2 "$devices/stderr"
mkdir "$devices/shm"
mount --bind /dev/shm "$devices/shm"
mount --move "$devices" /dev`;

const protectedTunables = `
mount --bind /proc/sys /proc/sys
mount -o remount,bind,ro /proc/sys`;

/**
 * What systemd does before it starts the program of a unit, as far as mounts, limits and privileges
 * go. System calls are not filtered: RestrictAddressFamilies, RestrictSUIDSGID and LockPersonality
 * are only checked by systemd-analyze.
 * @param {Unit} unit
 * @returns {string} a script for bash, in a mount namespace of its own; its arguments are the program
 */
export function sandboxScript(unit) {
  const writable = (unit.ReadWritePaths ?? []).flatMap((paths) => paths.split(/\s+/));
  const isOn = (/** @type {string} */ key) => unit[key]?.at(-1) === 'yes';
  const steps = ['set -eu'];
  if (isOn('PrivateDevices')) steps.push(privateDevices);
  if (unit.ProtectSystem?.at(-1) === 'strict') {
    steps.push(
      ...writable.map((path) => `mount --bind '${path}' '${path}'`),
      readOnly,
      ...writable.map((path) => `mount -o remount,bind,rw '${path}'`),
    );
  }
  if (isOn('ProtectKernelTunables')) steps.push(protectedTunables);
  if (isOn('ProtectHome')) {
    steps.push('for home in /home /root; do mount -t tmpfs -o ro,mode=000 tmpfs $home; done');
  }
  if (isOn('PrivateTmp')) {
    steps.push('for tmp in /tmp /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs $tmp; done');
  }
  const [folder = '/'] = unit.WorkingDirectory ?? [];
  const [limit] = unit.LimitNOFILE ?? [];
  // As many as this machine allows, where that is fewer.
  if (limit) steps.push(`ulimit -n ${limit} 2>/dev/null || ulimit -n "$(ulimit -H -n)"`);
  steps.push(
    `umask ${unit.UMask?.at(-1) ?? '0022'}`,
    `cd '${folder}'`,
    `exec ${asUser(unit)} "$@"`,
  );
  return steps.join('\n');
}

/** @param {Unit} unit */
function asUser(unit) {
  const [user = 'root'] = unit.User ?? [];
  const words = [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${unit.Group?.[0] ?? user}`,
    '--init-groups',
  ];
  if (unit.NoNewPrivileges?.at(-1) === 'yes') words.push('--no-new-privs');
  if (unit.CapabilityBoundingSet?.at(-1) === '')
    words.push('--bounding-set=-all', '--inh-caps=-all');
  return words.join(' ');
}
