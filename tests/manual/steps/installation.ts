import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  administrator,
  developer,
  mailboxes,
  password,
  site,
  untilReady,
  versions,
} from '../journey';
import { filesBelow, follow } from '../manual';
import { shell } from '../shell';

/** Steps 1 to 6. */
export function installation(): void {
  test('1. programs, user and folders', async () => {
    await follow('1. Programs, user and folders', {
      values: { 'address of the repository': 'git://git.example.org/site.git' },
    });
    expect(await shell('stat -c "%U %a" /var/lib/association')).toBe('association 700');
  });

  test('2. settings, which only root and the site can read', async () => {
    await follow('2. Settings');
    expect(await shell('stat -c "%U:%G %a" /etc/association.env')).toBe('root:association 640');
    expect(readFileSync('/etc/association.env', 'utf8')).toMatch(/^APP_SECRET=[0-9a-f]{64}$/m);
    await shell(
      'cp /etc/manual-authority/certificate.pem /usr/local/share/ca-certificates/own.crt; update-ca-certificates',
    );
  });

  test('3. build', async () => {
    await follow('3. Build');
    expect(statSync('/srv/association/site/build/server/main.js').size).toBeGreaterThan(0);
  });

  test('4. service', async () => {
    await follow('4. Service');
    await verifyUnits();
    await expect
      .poll(() => shell('journalctl -u association'), { timeout: 120_000 })
      .toMatch(/^Ready on /m);
  });

  test('the service is locked in as its unit says', async () => {
    const [, process = ''] = /MainPID=(\d+)/.exec(await shell('systemctl show association')) ?? [];
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    const user = await shell('id -u association');
    expect(status).toContain(`Uid:\t${user}\t${user}\t${user}\t${user}`);
    const within = (command: string) =>
      shell(
        `nsenter --mount --target ${process} setpriv --reuid association --clear-groups ${command}`,
      );
    await within('touch /var/lib/association/written');
    await expect(within('touch /srv/association/site/written')).rejects.toThrow('Read-only');
    await expect(within('ls /root')).rejects.toThrow('Permission denied');
    expect(await within('ls /tmp')).not.toContain('manual-');
  });

  test('5. HTTPS', async () => {
    await follow('5. HTTPS');
    await untilReady();
    const plain = () => fetch('http://www.example.org/about', { redirect: 'manual' });
    // A worker of nginx from before the reload may take one more request.
    await expect.poll(async () => (await plain()).headers.get('location')).toBe(`${site}/about`);
  });

  test('6. first administrator, whose invitation comes by mail', async () => {
    const shown = await follow('6. First administrator');
    const { linkTo } = await mailboxes();
    const link = await linkTo(administrator.email, /\/invitation\//);
    expect(shown).toContain(link);
    const { email, firstName, lastName } = developer;
    const names = `--email ${email} --first-name ${firstName} --last-name ${lastName}`;
    await shell(`association admin create-administrator ${names} --role DEV`);
    const answer = await fetch(link, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password }),
    });
    expect(answer.status).toBe(302);
  });

  test('the installed version is the one that the repository offered', async () => {
    const head = await shell(
      'runuser -u association -- git -C /srv/association/site rev-parse HEAD',
    );
    expect(head).toBe(versions.first);
  });
}

/** systemd finds nothing to say about the units that the manual has written. */
export async function verifyUnits(): Promise<void> {
  for (const unit of filesBelow('/etc/systemd/system/')) {
    expect(await shell(`systemd-analyze verify ${unit} 2>&1`), unit).toBe('');
  }
}
