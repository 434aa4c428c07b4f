import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { vi } from 'vitest';

/**
 * A small disk; where only root could mount one, a disk that says so.
 * @param full how much of it is taken, from 0 to 1
 */
export function smallDisk(
  folder: string,
  full: number,
): { path: string; empty: () => void; remove: () => void } {
  const path = mkdtempSync(join(folder, 'disk-'));
  if (process.getuid?.() !== 0) {
    const numbers = { bavail: Math.round(1000 * (1 - full)), blocks: 1000, bsize: 4096 };
    const spy = vi
      .spyOn(fs, 'statfs')
      .mockImplementation(() => Promise.resolve(parseDisk(path, numbers)));
    syncBuiltinESMExports();
    const empty = () => {
      spy.mockRestore();
      syncBuiltinESMExports();
    };
    return { path, empty, remove: empty };
  }
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]);
  writeFileSync(join(path, 'large'), Buffer.alloc(Math.floor(4 * 1024 * 1024 * full)));
  return {
    path,
    empty: () => rmSync(join(path, 'large')),
    remove: () => execFileSync('umount', [path]),
  };
}

const parseDisk = (path: string, numbers: object) => Object.assign(statfsSync(path), numbers);

/** Key and certificate for localhost, made by OpenSSL. */
export function makeCertificate(folder: string, days: number) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost'];
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-x509', '-days', String(days)];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
