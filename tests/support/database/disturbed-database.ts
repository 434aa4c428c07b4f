import { Client } from 'pg';
import { type FaultProxy, openFaultProxy } from '../../../ops/faults/fault-proxy';

/** A line to the database of this test file that can be disturbed, and how to connect over it. */
export async function disturbedDatabase(address: string): Promise<{
  line: FaultProxy;
  settings: { host: string; port: number; user?: string; password?: string; database?: string };
}> {
  const { host, port, user, password, database } = new Client({ connectionString: address });
  const line = await openFaultProxy(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port);
  return {
    line,
    settings: {
      host: '127.0.0.1',
      port: line.port,
      ...(user ? { user } : {}),
      ...(password ? { password } : {}),
      ...(database ? { database } : {}),
    },
  };
}
