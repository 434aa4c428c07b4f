import { describe, expect, test } from 'vitest';
import { ConfigError, environmentSchema, parseConfig } from './config.server';

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret that is long enough for anybody',
  ORIGIN: 'https://association.example',
};

function refusal(environment: Record<string, string | undefined>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('a name that nothing reads', () => {
  test.each([
    ['SMTPURL', 'SMTP_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['SMTP_PASSWORD', 'SMTP_URL'],
    ['APP_SECRT', 'APP_SECRET'],
    ['APP_SECRET_FILE', 'APP_SECRET'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATABASE_HOST', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
    ['ASSOCIATION_NAMES', 'ASSOCIATION_NAME'],
    ['ASSOCIATION_MAIL', 'ASSOCIATION_EMAIL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['ORIGINS', 'ORIGIN'],
    ['FLAG', 'FLAGS'],
    ['CLAMAV_ADDRESS', 'CLAMD_ADDRESS'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['TRUST_PROXY', 'TRUSTED_PROXIES'],
    ['ALERT_EMAIL', 'ALERTS_TO'],
    ['ASSOC_NAME', 'ASSOCIATION_NAME'],
    ['INTRANET_TRASH', 'INTRANET_TRASH_DAYS'],
    ['NODE_EVN', 'NODE_ENV'],
    ['NODE_ENVIRONMENT', 'NODE_ENV'],
    ['node_env', 'NODE_ENV'],
    ['OIDC_SECRET', 'OIDC_ISSUER'],
  ])('%s is refused, with %s in its place', (name, meant) => {
    const lines = refusal({ [name]: 'hush' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: is no variable of this site; write `));
    expect(lines[0]).not.toContain('hush');
    if (name !== 'OIDC_SECRET') expect(lines[0]).toContain(`write ${meant} if`);
  });

  test('every name with one letter less is refused, and with its strokes left out', () => {
    const names = Object.keys(environmentSchema.shape).filter((name) => name !== 'NODE_ENV');
    for (const name of names) {
      const without = new Set([name.slice(0, -1), name.replaceAll('_', '')]);
      for (const slip of without) {
        if (slip in environmentSchema.shape || slip === 'LANGUAGE') continue;
        expect(refusal({ [slip]: 'x' }), slip).toHaveLength(1);
      }
    }
  });

  test('is left alone when it belongs to others', () => {
    const foreign = {
      PATH: '/bin',
      HOME: '/root',
      LANG: 'C',
      LANGUAGE: 'fr',
      LC_ALL: 'C',
      USER: 'x',
      HOSTNAME: 'x',
      LOGNAME: 'x',
      MAIL: '/var/mail/x',
      TERM: 'x',
      SHLVL: '1',
      TZ: 'UTC',
      PGHOST: 'x',
      PGDATABASE: 'x',
      NODE_OPTIONS: '--x',
      NODE_EXTRA_CA_CERTS: '/x',
      NODE_PATH: '/x',
      NODE_VERSION: '24',
      TERM_PROGRAM: 'x',
      npm_config_loglevel: 'x',
      npm_package_name: 'x',
      INIT_CWD: '/',
      MALLOC_ARENA_MAX: '2',
      INVOCATION_ID: 'x',
      JOURNAL_STREAM: 'x',
      NOTIFY_SOCKET: 'x',
      WATCHDOG_USEC: '1',
      SYSTEMD_EXEC_PID: '1',
      LISTEN_FDS: '1',
      STATE_DIRECTORY: '/x',
      LOGS_DIRECTORY: '/x',
      container: 'podman',
      KUBERNETES_SERVICE_HOST: 'x',
      SMTP_PORT: 'tcp://10.0.0.1:25',
      SMTP_PORT_25_TCP_ADDR: 'x',
      DATABASE_SERVICE_HOST: 'x',
      CFLAGS: '-O2',
      CI: 'true',
      SMTPURL: '',
      TEST_DATABASE_URL: 'x',
      XDG_DATA_DIRS: 'x',
      EDITOR: 'vi',
      APP_NAME: 'x',
    };
    expect(refusal({ ...production, ...foreign })).toEqual([]);
  });

  test('is reported beside all other problems', () => {
    const lines = refusal({ NODE_ENV: 'production', PORT: 'x', SMTPURL: 'x', OIDC_CLIENT_ID: 'x' });
    expect(lines.map((line) => line.split(':', 1)[0])).toEqual([
      'PORT',
      'APP_SECRET',
      'ORIGIN',
      'OIDC_ISSUER',
      'OIDC_CLIENT_SECRET',
      'SMTPURL',
    ]);
  });

  test('in FLAGS is refused with the one that was meant', () => {
    expect(refusal({ FLAGS: 'darkmode=on' })[0]).toContain('probably darkMode was meant');
  });

  test('in FLAGS is not what a right name with a wrong value is called', () => {
    expect(refusal({ FLAGS: 'memberSessionDays=100000' })).toEqual([
      'FLAGS: memberSessionDays must be a whole number from 1 to 366, such as memberSessionDays=90',
    ]);
    expect(refusal({ FLAGS: 'darkMode=yes' })).toEqual([
      'FLAGS: darkMode must be on or off, such as darkMode=on',
    ]);
  });
});

describe('ORIGIN', () => {
  test.each([
    'https://association.example/path',
    'https://association.example//',
    'https://user@association.example',
    'https://user:hush@association.example',
    'https://association.example?x',
    'https://association.example?',
    'https://association.example/#',
    'https://association.example;',
    'https://association.example,',
    'https://association.example.',
    'https://association .example',
    'https://association.example https://b.example',
    String.raw`https:\\association.example`,
    'https:association.example',
    'https://',
    'association.example',
    'http://association.example',
    'http://127.0.0.1.association.example',
    'http://localhost.association.example',
    'http://192.168.1.2:3000',
    'http://0.0.0.0:3000',
  ])('%s is refused', (origin) => {
    const lines = refusal({ ...production, ORIGIN: origin });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^ORIGIN: /);
    expect(lines[0]).not.toContain('hush');
  });

  test.each([
    ['https://Association.example/', 'https://association.example'],
    ['https://association.example:443', 'https://association.example'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is %s', (origin, meant) => {
    expect(parseConfig({ ...production, ORIGIN: origin }).server.origin).toBe(meant);
  });
});

describe('APP_SECRET in production', () => {
  test.each([
    'x'.repeat(64),
    'ab'.repeat(20),
    'abcdefgh'.repeat(8),
    '0123456789abcdef0123456789abcdef',
    '<output of: openssl rand -hex 32>',
    'change-me-change-me-please-now-1234567',
    '0f8e7d6c5b4a39281706f5e4d3c2b1a',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'qwertyuiopasdfghjklzxcvbnm1234567890',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    'correct horse correct horse correct',
    'Association-2026-Association-2026!',
  ])('%s is refused', (secret) => {
    const lines = refusal({ ...production, APP_SECRET: secret });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^APP_SECRET: .*openssl rand -hex 32$/);
    expect(lines[0]?.replace('openssl rand -hex 32', '')).not.toContain(secret);
  });

  test('that was made as told is taken', async () => {
    const { randomBytes } = await import('node:crypto');
    for (let round = 0; round < 2_000; round += 1) {
      const secret = randomBytes(32).toString(round % 2 ? 'hex' : 'base64');
      expect(refusal({ ...production, APP_SECRET: secret })).toEqual([]);
    }
  });
});

test.each([
  ['NODE_ENV', 'prod'],
  ['FLAGS', 'hstsPreload=on'],
  ['SMTP_URL', 'smtp://user:hush/x@mail.example'],
  ['SMTP_URL', 'smtp://user:hush%@mail.example'],
  ['SMTP_URL', 'smtp://user:hush@mail.example:465'],
  ['SMTP_URL', 'smtp://user:hush@mail.example?tls=maybe'],
  ['SMTP_URL', 'smtp://user:hush@mail.example?tls.rejectUnauthorized=false'],
  ['SMTP_URL', 'smtps://user:hush@mail.example?tls=off'],
  ['SMTP_URL', 'smtp://'],
  ['CLAMD_ADDRESS', 'scanner'],
  ['CLAMD_ADDRESS', '127.0.0.1:0'],
  ['CLAMD_ADDRESS', '127.0.0.1:3310:x'],
  ['CLAMD_ADDRESS', 'tcp://127.0.0.1:3310'],
  ['SMTP_URL', 'hush'],
  ['MAIL_FROM', 'Office <office@association.example>'],
  ['MAIL_FROM', 'office'],
  ['TRUSTED_PROXIES', '6'],
  ['TRUSTED_PROXIES', 'nginx'],
  ['ASSOCIATION_SHORT_NAME', 'x'.repeat(41)],
  ['BACKUP_STORE', 's3://KEY:hush@s3.example/bucket'],
  ['BACKUP_STORE', 'https://s3.example/bucket'],
  ['BACKUP_STORE', 'https://KEY:hush@s3.example'],
  ['BACKUP_STORE', 'backup:/mnt/hush'],
  ['BACKUP_STORE', 'backups/hush'],
  ['BACKUP_STORE', 'https://KEY:hush@s3.example/bucket?regon=x'],
  ['WAL_ARCHIVE', 'https://KEY:hush@s3.example/bucket'],
  ['WAL_ARCHIVE', 's3://hush'],
  ['WAL_ARCHIVE', 'backups/hush'],
  ['FILE_STORE_URL', 'https://KEY:hush@s3.example/bucket?regon=x'],
  ['FILE_STORE_URL', 'https://KEY:hush@s3.example/bucket?region=x&key=hush'],
  ['FILE_STORE_URL', 'https://KEY:secret@s3.example/bucket#hush'],
  ['NEWS_LANGUAGES', 'en, zz'],
  ['INTRANET_LANGUAGES', 'xx'],
  ['INTRANET_LANGUAGES', 'cz'],
  ['FILE_STORE_URL', 'https://s3.example/bucket'],
  ['FILE_STORE_URL', 'https://KEY:hush@s3.example'],
  ['FILE_STORE_URL', 'https://KEY:hush%@s3.example/bucket'],
  ['DATABASE_URL', 'postgresql://user:hush%@db/site'],
  ['DATABASE_URL', 'postgresql//user:hush@db/site'],
])('%s = %s is refused in one line without secrets', (name, value) => {
  const lines = refusal({ [name]: value });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name}: .{15,}`));
  expect(lines[0]).not.toContain('hush');
});

test('what has the right form is taken', () => {
  const { backup, fileStoreUrl, languages } = parseConfig({
    WAL_ARCHIVE: '/var/backups/wal',
    FILE_STORE_URL: 'https://KEY:secret@s3.example/bucket?region=eu-central-1',
    NEWS_LANGUAGES: 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv',
    INTRANET_LANGUAGES: 'is, nb, nn, no, rm, lb, uk, tr',
  });
  expect(backup.walArchive).toBe('/var/backups/wal');
  expect(fileStoreUrl).toContain('?region=eu-central-1');
  expect(languages.news).toHaveLength(24);
  expect(languages.intranet).toHaveLength(8);
});

test.each(['127.0.0.1:3310', '[::1]:3310', 'scanner.example:3310', '/run/clamav/clamd.ctl'])(
  'CLAMD_ADDRESS may be %s',
  (address) => expect(refusal({ CLAMD_ADDRESS: address })).toEqual([]),
);
