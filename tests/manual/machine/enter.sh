#!/bin/bash
# A machine for the manual, inside this one. Run in namespaces of its own for mounts, network and
# processes: what is written below /etc, /usr, /var and /srv goes to layers in the scratch folder, the
# only network is 127.0.0.1 with all its ports, and whatever was started ends with this script.
# usage: enter.sh <scratch folder> <command> ...
set -eu
scratch=$1
shift
umask 022
mount --make-rprivate /
rm -rf "$scratch/layers"
for folder in etc usr var srv; do
  layer=$scratch/layers/$folder
  mkdir -p "$layer/upper" "$layer/work"
  mount -t overlay -o "lowerdir=/$folder,upperdir=$layer/upper,workdir=$layer/work" \
    overlay "/$folder"
done
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/lock /run/manual/journal /run/manual/units
ip link set lo up
cat >/etc/hosts <<END
127.0.0.1 localhost
127.0.0.1 www.example.org mail.example.org git.example.org db.example.org s3.example.org
END

# What builds are copied from, where the user of the site can read them.
mkdir -p /run/manual/builds
mount --bind "$scratch/builds" /run/manual/builds

# For npm, which the user of the site runs: the packages, with a layer that this user may write to.
mkfifo -m 666 /run/manual/modules-wanted /run/manual/modules-given
give_modules() {
  while read -r lock folder </run/manual/modules-wanted; do
    layer=$(mktemp -d -p "$scratch/layers")
    mkdir "$layer/upper" "$layer/work"
    chown association "$layer/upper"
    mkdir -p "$folder/node_modules"
    umount --lazy "$folder/node_modules" 2>/dev/null || true
    mount -t overlay overlay "$folder/node_modules" \
      -o "lowerdir=$scratch/modules/$lock/node_modules,upperdir=$layer/upper,workdir=$layer/work" ||
      lock=none
    echo "$lock" >/run/manual/modules-given
  done
}
give_modules &

# In the place of programs that need a whole machine or the internet.
machine=$(dirname "$(readlink -f "$0")")
install -m 755 "$machine/apt.sh" /usr/local/bin/apt
install -m 755 "$machine/npm.sh" /usr/local/bin/npm
install -m 755 "$machine/certbot.sh" /usr/local/bin/certbot
install -m 755 "$machine/issue-certificate.sh" /usr/local/bin/issue-certificate
install -m 755 "$machine/journalctl.sh" /usr/local/bin/journalctl
printf '#!/bin/sh\nexec "%s" "%s/systemctl.mjs" "$@"\n' "$MANUAL_NODE" "$machine" >/usr/local/bin/systemctl
chmod 755 /usr/local/bin/systemctl

# The authority that signs the certificates of this machine is one that it trusts.
mkdir -p /etc/manual-authority
install -m 600 "$scratch/authority.key" /etc/manual-authority/key.pem
install -m 644 "$scratch/authority.crt" /etc/manual-authority/certificate.pem

# The shell stays, as the first process of its namespace, and takes leave of those that end.
"$@"
exit $?
