import { expect, test } from 'vitest';
import { parseProcessList } from './postgres-processes.server';

test('the server and its supervisor are found in a list of processes', () => {
  const list = [
    '  501   501 /bin/sh -c trap postgres-supervisor /x/postgres -D /d -k "/d/socket" -c port=1',
    '  502   501 /x/postgres -D /d -k "/d/socket" -c port=1',
    '  503   502 /x/postgres -D /d -k "/d/socket" -c port=1',
    '  504   501 /x/postgres -D /e -k "/e/socket" -c port=1',
    '  505   501 postgres: checkpointer',
    '',
  ].join('\n');
  const account = { uid: 501, gid: 20, credentials: {} };
  expect(parseProcessList(list, { cluster: '/d', socketDirectory: '/d/socket', account })).toEqual([
    { pid: 501, isServer: false },
    { pid: 502, isServer: true },
  ]);
});
