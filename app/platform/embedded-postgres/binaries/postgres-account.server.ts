import { readFileSync } from 'node:fs';
import { EmbeddedPostgresError } from '~/platform/embedded-postgres/embedded-postgres-error.server';

/** The user PostgreSQL runs as, who also owns its data. */
export type PostgresAccount = {
  uid: number;
  gid: number;
  /** For `spawn`: empty when PostgreSQL runs as the user the application runs as. */
  credentials: { uid?: number; gid?: number };
};

type PasswdEntry = { name: string; uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. Debian's `postgres` exists for this very purpose; `nobody`
 * exists on every system and owns nothing.
 */
const unprivilegedNames = ['postgres', 'nobody'];

function passwd(): PasswdEntry[] {
  let text: string;
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

export function currentUid(): number {
  return process.geteuid?.() ?? -1;
}

export function isRoot(): boolean {
  return currentUid() === 0;
}

/** "the user alice (uid 1000)" */
export function describeUser(uid: number): string {
  const entry = passwd().find((candidate) => candidate.uid === uid);
  return entry ? `the user ${entry.name} (uid ${uid})` : `the user with uid ${uid}`;
}

/**
 * Chooses the user that PostgreSQL runs as: the present one, and for root the owner of the
 * existing data (so that the choice never changes under a cluster), else an unprivileged user.
 * @param cluster the data directory, for the sentence
 * @param owner who owns it, when it exists
 * @throws EmbeddedPostgresError `wrong-owner` or `root-refused`
 */
export function chooseAccount(
  cluster: string,
  owner: { uid: number; gid: number } | undefined,
): PostgresAccount {
  if (!isRoot()) return ownAccount(cluster, owner);
  if (owner && owner.uid !== 0) return withCredentials(owner);
  const entries = passwd();
  for (const name of unprivilegedNames) {
    const entry = entries.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (entry) return withCredentials(entry);
  }
  throw new EmbeddedPostgresError(
    'root-refused',
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor a user ' +
      '"nobody" to run it as. Start the application as an ordinary user, or set DATABASE_URL.',
  );
}

function ownAccount(cluster: string, owner: { uid: number } | undefined): PostgresAccount {
  const uid = currentUid();
  if (owner && owner.uid !== uid) {
    throw new EmbeddedPostgresError(
      'wrong-owner',
      `The database in ${cluster} belongs to ${describeUser(owner.uid)}, but the application runs ` +
        `as ${describeUser(uid)}. Start it as the owner, or give the directory to the present user ` +
        '(chown -R).',
    );
  }
  return { uid, gid: process.getegid?.() ?? -1, credentials: {} };
}

function withCredentials({ uid, gid }: { uid: number; gid: number }): PostgresAccount {
  return { uid, gid, credentials: { uid, gid } };
}
