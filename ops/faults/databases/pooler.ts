/** Debian's PgBouncer in transaction mode in front of a PostgreSQL, for tests and fault runs. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account, freePort, type Postgres, untilAnswers } from '../fault-servers.ts';
import { MissingProgram } from '../missing-program.ts';

export type Pooler = {
  /** As DATABASE_URL has it. */
  address: string;
  stop: () => Promise<void>;
};

/** Debian puts it where only root looks. */
function program(): string {
  const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new MissingProgram('PgBouncer: apt-get install pgbouncer');
  return found;
}

/** What a session of the site has of its own otherwise (docs/SCALING.md). */
const sessionSettings =
  'set jit = off; set statement_timeout = 30000; set idle_in_transaction_session_timeout = 60000';

/** @param connections to the server at most, however many clients there are */
export async function startPooler(postgres: Postgres, connections = 4): Promise<Pooler> {
  const bouncer = program();
  const owner = account();
  const folder = mkdtempSync(join(tmpdir(), 'faults-pooler-'));
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
association = host=127.0.0.1 port=${postgres.port} user=association connect_query='${sessionSettings}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
logfile = ${folder}/log
pidfile = ${folder}/pid
`,
  );
  const server = spawn(bouncer, ['-q', settings], { ...owner, cwd: folder, stdio: 'ignore' });
  const address = `postgresql://association@127.0.0.1:${port}/association`;
  await untilAnswers(address, () => undefined);
  return {
    address,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      // It waits for its clients for as long as they like.
      const patience = setTimeout(() => server.kill('SIGKILL'), 2_000);
      await ended;
      clearTimeout(patience);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the program is there, and its version, for the record. */
export const poolerVersion = (): string =>
  execFileSync(program(), ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
