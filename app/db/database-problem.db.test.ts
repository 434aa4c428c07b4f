import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import {
  addressOf,
  createDatabase,
  dropDatabase,
  onServer,
} from '../../tests/support/database/database-server';
import { databaseProblem, replicaProblem, requireUsableServer } from './database-problem.server';
import { closeDatabase, openDatabase, replicaPool, watchDatabase } from './db.server';

const server = inject('databaseServer');
const name = (what: string) => `${server.prefix}_${what}`;

/** Not the template of the tests: who connects to that one waits while another file copies it. */
const usable = name('usable');
beforeAll(() => createDatabase(server, usable));
afterEach(() => closeDatabase());
afterAll(() => dropDatabase(server, usable));

/** What is said of a server at the start of the site. */
async function saidOf(settings: Parameters<typeof openDatabase>[0]): Promise<string> {
  await closeDatabase();
  openDatabase(settings);
  try {
    await requireUsableServer();
    return 'usable';
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('DATABASE_URL: ')) return error.message;
    return databaseProblem(error) ?? `unknown: ${String(error)}`;
  } finally {
    await closeDatabase();
  }
}

const at = (database: string) => ({ connectionString: addressOf(server, database) });

/** A field of PostgreSQL's protocol (PostgreSQL 15, section 55.7): its kind, its length, its bytes. */
function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}
const short = (value: number) => Buffer.from([value >> 8, value & 255]);
const long = (value: number) => Buffer.concat([short(value >> 16), short(value & 65_535)]);

/** A server that lets everybody in and answers every question with the same row. */
async function startServer(row: [field: string, type: number, value: string][]): Promise<Server> {
  const fields = row.map(([field, type]) =>
    Buffer.concat([
      Buffer.from(`${field}\0`),
      long(0),
      short(0),
      long(type),
      short(4),
      long(-1),
      short(0),
    ]),
  );
  const values = row.map(([, , value]) => Buffer.concat([long(value.length), Buffer.from(value)]));
  const ready = message('Z', Buffer.from('I'));
  const answer = Buffer.concat([
    message('T', short(row.length), ...fields),
    message('D', short(row.length), ...values),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  const made = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', long(0)), ready]));
      socket.on('data', (asked) => asked.toString('latin1', 0, 1) === 'Q' && socket.write(answer));
    });
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return made;
}

const portOf = (made: Server) => {
  const address = made.address();
  return typeof address === 'object' && address ? address.port : 0;
};

test('the server of the tests is usable', async () => {
  expect(await saidOf(at(usable))).toBe('usable');
});

test('the address past a pooler, and that of a replica, are named by their own variables', async () => {
  const good = at(usable);
  const bad = at(name('missing'));
  openDatabase(good, { direct: bad });
  await expect(requireUsableServer()).rejects.toThrow(/^DATABASE_DIRECT_URL: .*no such database/);
  await closeDatabase();
  openDatabase(good, { direct: good });
  await requireUsableServer();
  expect(await replicaProblem()).toBeNull();
  await closeDatabase();
  openDatabase(good, { replica: bad });
  watchDatabase();
  await expect
    .poll(() => replicaPool()?.query('select 1').then(String, String))
    .toContain('service-unavailable');
  expect(await replicaProblem()).toMatch(/^DATABASE_REPLICA_URL: .*no such database/);
  await closeDatabase();
  openDatabase(good, { replica: good });
  expect(await replicaProblem()).toMatch(/^DATABASE_REPLICA_URL: the server follows no other one/);
});

test('an older PostgreSQL is refused with both versions', async () => {
  const old = await startServer([
    ['version', 25, '13.14'],
    ['number', 23, '130014'],
    ['encoding', 25, 'UTF8'],
    ['standby', 16, 'f'],
    ['may', 16, 't'],
  ]);
  const said = await saidOf({ host: '127.0.0.1', port: portOf(old), user: 'x', database: 'x' });
  old.close();
  expect(said).toBe('DATABASE_URL: the server is PostgreSQL 13.14; the site needs 15 or newer');
});

test.each([
  ['28P01', 'password authentication failed for user "x"', /refuses user or password/],
  ['28000', 'no pg_hba.conf entry for host "127.0.0.1"', /pg_hba\.conf/],
  ['53300', 'sorry, too many clients already', /max_connections/],
])(
  'what the server says at the door (%s) is passed on, with what to do',
  async (code, said, what) => {
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined);
      const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${said}`, ''];
      socket.once('data', () => socket.end(message('E', Buffer.from(`${fields.join('\0')}\0`))));
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const port = portOf(refusing);
    const line = await saidOf({
      host: '127.0.0.1',
      port,
      user: 'x',
      password: 'hush',
      database: 'x',
    });
    refusing.close();
    expect(line).toMatch(/^DATABASE_URL: /);
    expect(line).toMatch(what);
    expect(line).toContain(said);
    expect(line).not.toContain('hush');
  },
);

test('a database that is not there, and one of another encoding, are refused with how to make it', async () => {
  expect(await saidOf(at(name('missing')))).toMatch(/^DATABASE_URL: .*no such database.*createdb/);
  const ascii = name('ascii');
  await onServer(
    server,
    `create database ${ascii} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' locale_provider libc`,
  );
  expect(await saidOf(at(ascii))).toMatch(/^DATABASE_URL: .*SQL_ASCII.*--encoding UTF8/);
});

test('a user who may make no tables is refused', async () => {
  const bare = name('bare');
  await onServer(server, `create database ${bare} template template0`);
  const inside = { ...server, address: addressOf(server, bare) };
  await onServer(inside, 'revoke create on schema public from public');
  const [found] = await onServer(
    inside,
    `select has_schema_privilege('public', 'create') as still`,
  );
  // Owners of the database own its schema, too, through pg_database_owner.
  if (found?.still) {
    await onServer(inside, 'drop schema public cascade');
  }
  expect(await saidOf(at(bare))).toMatch(/^DATABASE_URL: .*owner of the database/);
});

test('no server at the port, and no socket in the folder, are refused with what to do', async () => {
  const gone = await startServer([]);
  const port = portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  const nobody = await saidOf({
    connectionString: `postgresql://user:hush@127.0.0.1:${port}/association`,
  });
  expect(nobody).toMatch(/^DATABASE_URL: no server answers.*ECONNREFUSED/);
  expect(nobody).not.toContain('hush');
  expect(await saidOf({ host: '/nowhere', user: 'x', database: 'x' })).toMatch(
    /^DATABASE_URL: there is no such socket/,
  );
});

test('what is no matter of the database is left to others', () => {
  expect(databaseProblem(new Error('anything'))).toBeNull();
  expect(databaseProblem('anything')).toBeNull();
});
