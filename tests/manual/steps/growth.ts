import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { startObjectStoreServer } from '../../support/files/object-store-server';
import { browserOf, untilReady } from '../journey';
import { follow } from '../manual';
import { shell } from '../shell';
import { everythingIsRestored } from './usage';

/** Of the database; hexadecimal, so that an address needs no encoding. */
const password = randomBytes(12).toString('hex');

/** From the embedded database to Debian's PostgreSQL, and to a store of the S3 API behind TLS. */
export function growth(): void {
  test('the way to grow: everything is on the servers', async ({ browser }) => {
    await startDatabaseServer();
    const store = await startObjectStore();
    try {
      await follow('The way to grow', {
        values: { password, key: 'S3RVER', secret: 'S3RVER' },
        // Asked for twice.
        input: `${password}\n${password}\n`,
      });
      await untilReady();
      await everythingIsRestored(await browserOf(browser, 'portia'));
      const count = 'runuser -u postgres -- psql -tAc "select count(*) from users" association';
      expect(Number(await shell(`cd /; ${count}`))).toBe(3);
    } finally {
      await shell('systemctl stop association');
      await store.close();
    }
  });
}

/** As Debian's package sets one up, on the usual port. */
async function startDatabaseServer(): Promise<void> {
  await shell(`
    install -d -o postgres -g postgres -m 2775 /run/postgresql
    version=$(ls /usr/lib/postgresql | sort -V | tail -n 1)
    pg_createcluster "$version" manual --port 5432 --start -- --no-sync
  `);
}

/** A bucket of the name that the settings of the manual give, behind nginx. */
async function startObjectStore() {
  const store = await startObjectStoreServer({ bucket: 'bucket' });
  const folder = '/etc/manual-authority/store';
  await shell(`issue-certificate s3.example.org ${folder}`);
  const { port } = new URL(store.address);
  await writeFile(
    '/etc/nginx/conf.d/store.conf',
    `server {
      listen 443 ssl;
      server_name s3.example.org;
      client_max_body_size 0;
      ssl_certificate ${folder}/fullchain.pem;
      ssl_certificate_key ${folder}/privkey.pem;
      location / { proxy_pass http://127.0.0.1:${port}; }
    }`,
  );
  await shell('nginx -t; systemctl reload nginx');
  return store;
}
