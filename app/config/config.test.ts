import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './project-root.server';
import { ConfigError, environmentSchema, parseConfig } from './config.server';

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret that is long enough for anybody',
  ORIGIN: 'https://association.example',
};

/** The lines of the refusal. */
function refusal(environment: Record<string, string | undefined>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  test('needs no environment at all', () => {
    expect(parseConfig({})).toMatchObject({
      production: false,
      server: { host: '127.0.0.1', port: 3000, origin: 'http://127.0.0.1:3000', trustedProxies: 0 },
      secret: undefined,
      dataDirectory: './data',
      databaseUrl: undefined,
      mail: { smtpUrl: undefined, from: 'secretariat@association.example' },
      demonstration: { enabled: true, password: undefined },
      languages: { active: ['en'], default: 'en', news: ['en'], intranet: ['en'] },
      intranet: { trashDays: 30 },
    });
  });

  test('has the flags of the development configuration by default', () => {
    expect(parseConfig({}).flags).toEqual({
      requireSecondFactor: false,
      twoAdministrators: false,
      requireMemberSecondFactor: false,
      passkeysForAdministrators: false,
      selfRegistration: false,
      serverFunctionRegistration: true,
      fourEyes: true,
      gravatar: false,
      publicProfiles: false,
      darkMode: true,
      privacyPolicyLink: true,
      endUserAgreementLink: true,
      analytics: false,
      botProtection: false,
      errorTracking: false,
      publicStatistics: false,
      publicDecisions: true,
      metrics: false,
      accessLog: false,
      accessLogAddresses: false,
      pageCache: true,
      requestLimits: true,
      hstsIncludeSubDomains: false,
      hstsPreload: false,
      securityLogAddresses: false,
      administratorSessionHours: 12,
      memberSessionDays: 90,
    });
  });

  test('takes an empty value for an absent one', () => {
    const empty = Object.keys(environmentSchema.shape).map((name) => [name, ' ']);
    expect(parseConfig(Object.fromEntries(empty))).toEqual(parseConfig({}));
  });

  test('ignores the variables of other programs', () => {
    expect(parseConfig({ PATH: '/usr/bin', PGHOST: 'elsewhere' })).toEqual(parseConfig({}));
  });

  test('reads every variable', () => {
    expect(
      parseConfig({
        ...production,
        HOST: '::1',
        PORT: '8080',
        ORIGIN: 'https://Association.example:8443/',
        TRUSTED_PROXIES: '2',
        LOG_LEVEL: 'warn',
        DATA_DIR: '/var/lib/site',
        DATABASE_URL: 'postgres://site@db/site',
        SMTP_URL: 'smtps://user:word@mail.example:465',
        MAIL_FROM: ' office@association.example ',
        DEMO_PASSWORD: 'a long password',
        LANGUAGES: 'fr, en',
        NEWS_LANGUAGES: 'fr, nl',
        INTRANET_LANGUAGES: 'fr, de',
        FLAGS: 'selfRegistration, darkMode=off',
        ASSOCIATION_NAME: 'Association',
        ASSOCIATION_SHORT_NAME: 'A',
        ASSOCIATION_ADDRESS: 'Street 1',
        ASSOCIATION_EMAIL: 'a@association.example',
        ASSOCIATION_VAT: 'BE 1',
        ASSOCIATION_NETWORK_URL: 'https://network.example/a',
      }),
    ).toMatchObject({
      production: true,
      server: {
        host: '::1',
        port: 8080,
        origin: 'https://association.example:8443',
        originIsGiven: true,
        trustedProxies: 2,
        logLevel: 'warn',
      },
      secret: production.APP_SECRET,
      dataDirectory: '/var/lib/site',
      databaseUrl: 'postgres://site@db/site',
      mail: { smtpUrl: 'smtps://user:word@mail.example:465', from: 'office@association.example' },
      demonstration: { enabled: false },
      languages: {
        active: ['fr', 'en'],
        default: 'fr',
        news: ['fr', 'nl'],
        intranet: ['fr', 'de'],
      },
      flags: { selfRegistration: true, darkMode: false, serverFunctionRegistration: true },
      association: {
        name: 'Association',
        shortName: 'A',
        address: 'Street 1',
        email: 'a@association.example',
        vat: 'BE 1',
        networkUrl: 'https://network.example/a',
      },
    });
  });

  test('knows after how long one signs in again', () => {
    const { flags } = parseConfig({ FLAGS: 'administratorSessionHours=4, memberSessionDays=30' });
    expect(flags).toMatchObject({ administratorSessionHours: 4, memberSessionDays: 30 });
    for (const wrong of ['', '=0', '=on', '=367', '=1.5', '=-1'])
      expect(() => parseConfig({ FLAGS: `memberSessionDays${wrong}` }), wrong).toThrow(
        'a whole number from 1 to 366',
      );
    expect(() => parseConfig({ FLAGS: 'analytics=12' })).toThrow('analytics must be on or off');
  });

  test('knows whom to tell: e-mail addresses and webhooks', () => {
    const hook = 'https://chat.example/hooks/abc';
    const here = 'http://127.0.0.1:4000/hook';
    expect(parseConfig({ ALERTS_TO: `a@b.example, ${hook} ${here}` }).alerts).toEqual({
      mails: ['a@b.example'],
      webhooks: [hook, here],
    });
    for (const wrong of ['operator', 'http://chat.example/hook', 'ftp://a.example', 'a@']) {
      expect(() => parseConfig({ ALERTS_TO: `a@b.example,${wrong}` }), wrong).toThrow(
        `ALERTS_TO: "${wrong}" is neither`,
      );
    }
  });

  test('has no more variables than the decision allows', () => {
    const decision = readFileSync(
      join(projectRoot(), 'docs/decisions/004-factories-in-db.md'),
      'utf8',
    );
    const allowed = Number(/At most (\d+) variables are allowed/.exec(decision)?.[1]);
    expect(Object.keys(environmentSchema.shape).length).toBeLessThanOrEqual(allowed);
  });
});

describe('a refusal', () => {
  test('has one line for each variable that cannot be used', () => {
    const bad = {
      PORT: 'eighty',
      ORIGIN: 'association.example',
      TRUSTED_PROXIES: '9.5',
      APP_SECRET: 'short',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://db',
      SMTP_URL: 'https://mail.example',
      DEMO: 'yes',
      DEMO_PASSWORD: 'short',
      LANGUAGES: 'xx,yy',
      FLAGS: 'selfregistration',
      ASSOCIATION_EMAIL: 'nobody',
      ASSOCIATION_NETWORK_URL: 'javascript:alert(1)',
    };
    const lines = refusal(bad);
    expect(lines.map((line) => line.split(': ', 1)[0])).toEqual(Object.keys(bad));
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+: .{10,}/);
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['TRUSTED_PROXIES', '-1'],
    ['TRUSTED_PROXIES', 'yes'],
    ['LANGUAGES', 'en,xx'],
    ['LANGUAGES', ','],
    ['NEWS_LANGUAGES', 'english'],
    ['INTRANET_LANGUAGES', 'english'],
    ['FLAGS', 'darkMode=yes'],
    ['FLAGS', 'darkMode=on=off=on, constructor=on'],
    ['FLAGS', '__proto__=on'],
    ['FLAGS', 'toString'],
    ['ORIGIN', 'ftp://association.example'],
    ['ASSOCIATION_SHORT_NAME', 'a'.repeat(41)],
  ])('names %s for %j', (name, value) => {
    const lines = refusal({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: `));
  });

  test('never repeats a secret', () => {
    const lines = refusal({
      APP_SECRET: 'hush',
      DEMO_PASSWORD: 'hush',
      DATABASE_URL: 'mysql://user:hush@db',
      SMTP_URL: 'http://user:hush@mail.example',
    });
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('hush');
  });
});

describe('production', () => {
  test('alone has analytics and the check against robots on (spec section 9)', () => {
    const names = ['analytics', 'botProtection'] as const;
    for (const name of names) {
      expect(parseConfig(production).flags[name]).toBe(true);
      expect(parseConfig({}).flags[name]).toBe(false);
      expect(parseConfig({ ...production, FLAGS: `${name}=off` }).flags[name]).toBe(false);
    }
  });

  test('needs a secret and an origin', () => {
    const line = 'must be set when NODE_ENV is production';
    const { NODE_ENV } = production;
    const secret = `APP_SECRET: ${line}; make one with: openssl rand -hex 32`;
    const origin = `ORIGIN: ${line}, such as https://www.example.org`;
    expect(refusal({ NODE_ENV })).toEqual([secret, origin]);
    expect(refusal({ ...production, APP_SECRET: '' })).toEqual([secret]);
    expect(refusal({ ...production, ORIGIN: undefined })).toEqual([origin]);
    expect(refusal(production)).toEqual([]);
  });

  test('hashes passwords at full cost, in whatever environment', () => {
    const cost = { N: 16_384, r: 8, p: 5 };
    for (const environment of [{}, { NODE_ENV: 'test' }, { NODE_ENV: 'development' }, production])
      expect(parseConfig(environment).passwordCost).toEqual(cost);
  });

  test('never has demonstration content', () => {
    expect(parseConfig({ ...production, DEMO: '1' }).demonstration.enabled).toBe(false);
    expect(parseConfig({ DEMO: '1' }).demonstration.enabled).toBe(true);
    expect(parseConfig({ DEMO: '0' }).demonstration.enabled).toBe(false);
    expect(parseConfig({ NODE_ENV: 'development' }).demonstration.enabled).toBe(true);
  });
});
