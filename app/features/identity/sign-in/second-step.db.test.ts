import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import {
  beginEnrolment,
  confirmEnrolment,
  findEnrolment,
  getOwnProtection,
  removeAuthenticator,
  renewRecoveryCodes,
} from '~/features/identity/second-factor/second-factor.server';
import { beginPasskey, removePasskey } from '~/features/identity/second-factor/passkey.server';
import { keyRecoveryCodes } from '~/features/identity/second-factor/recovery-codes.server';
import { translateIn } from '~/i18n/translations.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { enrol, password } from '../../../../tests/support/people/enrol';
import { configure } from '../../../../tests/support/database/configure';
import { finishSecondStep, leadsToSecondStep } from './second-step.server';
import { findOwnSessionId, resolveSession } from './session.server';
import { signIn } from './sign-in.server';

const { knownDevices, mails, signInSessions } = schema;

type Person = Awaited<ReturnType<typeof makeUser>>;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
let addresses = 0;

function passwordStep(person: Person, device = firefox, keepSignedIn = false) {
  addresses += 1;
  return signIn(
    anonymous,
    { email: person.email, password, keepSignedIn },
    { headers: new Headers({ 'user-agent': device }), clientAddress: `10.0.${addresses}.1` },
  );
}

/** The `Cookie` header of a browser that has got these. */
const sent = (cookies: readonly string[]) =>
  new Headers({
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    'user-agent': firefox,
  });

const noticesTo = async (person: Person) => {
  const rows = await db()
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.userId, person.id), eq(mails.template, 'account-notice')));
  return rows.map(({ text }) => text).join('\n');
};

let person: Person;
beforeEach(async () => {
  person = await makeUser(db(), { password });
});

test('new recovery codes replace the old ones, and both changes send an e-mail', async () => {
  const actor = actorOf(person);
  const { codes: old } = await enrol(person);
  const codes = await renewRecoveryCodes(actor, { password, code: old[1] }, null);
  expect(codes.filter((code) => old.includes(code))).toEqual([]);
  const enter = async (code: string) =>
    codeOf(finishSecondStep(anonymous, code, sent(await passwordStep(person))));
  expect(await enter(old[0] ?? '')).toBe('error.auth/wrong-code');
  expect(await enter(codes[0] ?? '')).toBe('done');
  expect(await enter(codes[0] ?? '')).toBe('error.auth/wrong-code');
  await removeAuthenticator(actor, { password, code: codes[1] }, null);
  const told = await noticesTo(person);
  const t = translateIn('en');
  for (const kind of ['recovery-renewed', 'recovery-used', 'second-factor-off'] as const)
    expect(told, kind).toContain(t(`mail.account-notice.${kind}`));
});

describe('enrolment', () => {
  test('counts only after a correct code, and sends an e-mail', async () => {
    const actor = actorOf(person);
    await beginEnrolment(actor, { password });
    expect(await codeOf(confirmEnrolment(actor, '000000', null))).toBe('error.auth/wrong-code');
    expect((await getOwnProtection(actor)).hasAuthenticator).toBe(false);
    expect(leadsToSecondStep(await passwordStep(person))).toBe(false);
    const { codes } = await enrol(person);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(await getOwnProtection(actor)).toMatchObject({
      hasAuthenticator: true,
      recoveryCodesLeft: 10,
    });
    expect(await noticesTo(person)).toContain('An authenticator app now protects your account.');
  });

  test('cannot be replaced or removed without the password', async () => {
    const actor = actorOf(person);
    const { secret, codes } = await enrol(person);
    const wrong = { password: 'not the password', code: codes[0] };
    expect(await codeOf(beginEnrolment(actor, { password: wrong.password }))).toBe(
      'error.auth/wrong-password',
    );
    for (const act of [removeAuthenticator, renewRecoveryCodes])
      expect(await codeOf(act(actor, wrong, null))).toBe('error.auth/wrong-password');
    await beginEnrolment(actor, { password, code: codes[1] });
    expect(await findEnrolment(actor), 'a standing app is not replaced').toBeNull();
    await removeAuthenticator(actor, { password, code: codes[0] }, null);
    expect(await getOwnProtection(actor)).toMatchObject({
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
    });
    expect(secret).toHaveLength(32);
  });

  test('cannot be removed or changed by who has the password alone', async () => {
    const actor = actorOf(person);
    const { codes } = await enrol(person);
    for (const code of [undefined, '', '000000', 'abcde-fghjk-mnpqr']) {
      const proof = { password, code };
      for (const act of [removeAuthenticator, renewRecoveryCodes])
        expect(await codeOf(act(actor, proof, null)), code).toBe('error.auth/wrong-code');
      expect(await codeOf(beginPasskey(actor, proof, new Headers()))).toBe('error.auth/wrong-code');
      const passkey = { id: person.id, ...proof };
      expect(await codeOf(removePasskey(actor, passkey, new Headers()))).toBe(
        'error.auth/wrong-code',
      );
      await db().delete(schema.throttles);
    }
    expect((await getOwnProtection(actor)).hasAuthenticator).toBe(true);
    const proof = { password, code: codes[0] };
    expect(await codeOf(removeAuthenticator(actor, proof, null))).toBe('done');
  });

  test('ends the sessions on other devices', async () => {
    const [own, other] = [sent(await passwordStep(person)), sent(await passwordStep(person))];
    await enrol(person, await findOwnSessionId(own));
    expect((await resolveSession(own)).actor.id).toBe(person.id);
    expect((await resolveSession(other)).actor.id).toBeNull();
  });

  test('recovery codes have more than 64 bits, and their hash is keyed', async () => {
    const { codes } = await enrol(person);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/);
    // Of an alphabet of 31, fewer than 25 would hardly ever occur in 150 letters.
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBeGreaterThanOrEqual(25);
    const stored = JSON.stringify(await db().select().from(schema.recoveryCodes));
    for (const code of codes) {
      const plain = createHash('sha256').update(`${person.id}:${code.replaceAll('-', '')}`);
      expect(stored).not.toContain(plain.digest('hex'));
    }
  });

  test('recovery codes of an earlier release count on, with a keyed hash', async () => {
    await enrol(person);
    const code = 'abcdefghjk';
    const hash = createHash('sha256').update(`${person.id}:${code}`).digest('hex');
    await db().insert(schema.recoveryCodes).values({ userId: person.id, hash });
    await keyRecoveryCodes();
    await keyRecoveryCodes();
    expect(JSON.stringify(await db().select().from(schema.recoveryCodes))).not.toContain(hash);
    const door = sent(await passwordStep(person));
    expect(await codeOf(finishSecondStep(anonymous, 'abcde-fghjk', door))).toBe('done');
  });

  test('keeps neither the secret nor the codes readable', async () => {
    const { secret, codes } = await enrol(person);
    const kept = JSON.stringify([
      await db().select().from(schema.secondFactors),
      await db().select().from(schema.recoveryCodes),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(text);
  });
});

describe('the second step', () => {
  test('stands between the right password and the session', async () => {
    const { present } = await enrol(person);
    await db().delete(signInSessions);
    const cookies = await passwordStep(person);
    expect(leadsToSecondStep(cookies)).toBe(true);
    expect(cookies.join()).not.toContain('__Host-session');
    expect(await db().$count(signInSessions), 'no session was left behind').toBe(0);
    expect((await resolveSession(sent(cookies))).actor.id).toBeNull();
    const session = await finishSecondStep(anonymous, present(), sent(cookies));
    expect((await resolveSession(sent(session))).actor.id).toBe(person.id);
  });

  test('ends the session that the browser had before, whosever it was', async () => {
    const { present } = await enrol(person);
    const other = await makeUser(db(), { password });
    const planted = await passwordStep(other);
    const door = await passwordStep(person);
    const session = await finishSecondStep(anonymous, present(), sent([...planted, ...door]));
    expect((await resolveSession(sent(session))).actor.id).toBe(person.id);
    expect((await resolveSession(sent(planted))).lost).toBe('error.auth/session-expired');
  });

  test('lets the session last when that was wished', async () => {
    const { codes } = await enrol(person);
    const once = async (keep: boolean, code = '') => {
      const cookies = await passwordStep(person, firefox, keep);
      return (await finishSecondStep(anonymous, code, sent(cookies))).find((cookie) =>
        cookie.startsWith('__Host-session='),
      );
    };
    expect(await once(true, codes[0])).toContain('Max-Age=2592000');
    expect(await once(false, codes[1])).not.toContain('Max-Age');
  });

  test('accepts each code of the app once, also of eight at once', async () => {
    const { present } = await enrol(person);
    const door = await passwordStep(person);
    const code = present();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(finishSecondStep(anonymous, code, sent(door)))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    const again = await passwordStep(person);
    expect(await codeOf(finishSecondStep(anonymous, code, sent(again)))).toBe(
      'error.auth/wrong-code',
    );
  });

  test('accepts each printed code once, however it is typed, and sends an e-mail', async () => {
    const { codes } = await enrol(person);
    const [code = ''] = codes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    const first = await passwordStep(person);
    expect(await codeOf(finishSecondStep(anonymous, typed, sent(first)))).toBe('done');
    const second = await passwordStep(person);
    expect(await codeOf(finishSecondStep(anonymous, code, sent(second)))).toBe(
      'error.auth/wrong-code',
    );
    expect(await getOwnProtection(actorOf(person))).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await noticesTo(person)).toContain('A recovery code of your account has been used.');
  });

  test('is closed after ten wrong codes, also for the right one', async () => {
    const { present } = await enrol(person);
    const cookies = await passwordStep(person);
    for (let count = 0; count < 10; count += 1)
      expect(await codeOf(finishSecondStep(anonymous, 'abcde-fghij', sent(cookies)))).toBe(
        'error.auth/wrong-code',
      );
    expect(await codeOf(finishSecondStep(anonymous, present(), sent(cookies)))).toBe(
      'error.auth/too-many-requests',
    );
  });

  test('opens nothing without the cookie of the first or with someone else’s code', async () => {
    const { present } = await enrol(person);
    const other = await makeUser(db(), { password });
    await enrol(other);
    expect(await codeOf(finishSecondStep(anonymous, present(), new Headers()))).toBe(
      'error.auth/expired-action-code',
    );
    const door = await passwordStep(other);
    expect(await codeOf(finishSecondStep(anonymous, present(), sent(door)))).toBe(
      'error.auth/wrong-code',
    );
  });
});

describe('administrators without a second factor', () => {
  test('have a member’s rights until it stands, when the site asks for it', async () => {
    const admin = await makeUser(db(), { password, role: 'ADMIN' });
    const headers = sent(await passwordStep(admin));
    expect(await resolveSession(headers)).toMatchObject({ actor: { role: 'ADMIN' } });
    configure({ FLAGS: 'requireSecondFactor' });
    expect(await resolveSession(headers)).toMatchObject({
      actor: { role: 'USER' },
      mustEnrol: true,
    });
    await enrol(admin, await findOwnSessionId(headers));
    const resolved = await resolveSession(headers);
    expect(resolved.actor.role).toBe('ADMIN');
    expect(resolved.mustEnrol).toBeUndefined();
  });

  test('are asked by default in production only', async () => {
    const { parseConfig } = await import('~/config/config.server');
    const production = {
      NODE_ENV: 'production',
      ORIGIN: 'https://association.example',
      APP_SECRET: 'a secret that is long enough for a test',
    };
    expect(parseConfig(production).flags.requireSecondFactor).toBe(true);
    expect(
      parseConfig({ ...production, FLAGS: 'requireSecondFactor=off' }).flags.requireSecondFactor,
    ).toBe(false);
    expect(parseConfig({}).flags.requireSecondFactor).toBe(false);
  });
});

describe('a sign-in', () => {
  test('from a new device sends an e-mail, except for the first device', async () => {
    await passwordStep(person);
    await passwordStep(person);
    expect(await noticesTo(person)).toBe('');
    await passwordStep(person, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/605.1');
    expect(await noticesTo(person)).toContain('a kind of device that has not been used before');
    expect(await db().$count(knownDevices, eq(knownDevices.userId, person.id))).toBe(2);
  });

  test('to a suspended account is refused, with a reason only after the correct password', async () => {
    const headers = sent(await passwordStep(person));
    await db()
      .update(schema.users)
      .set({ suspendedAt: new Date() })
      .where(eq(schema.users.id, person.id));
    expect(await codeOf(passwordStep(person))).toBe('error.auth/user-disabled');
    const wrong = signIn(
      anonymous,
      { email: person.email, password: 'wrong', keepSignedIn: false },
      { headers: new Headers(), clientAddress: '10.9.9.9' },
    );
    expect(await codeOf(wrong)).toBe('error.auth/invalid-credential');
    expect((await resolveSession(headers)).actor.id, 'a session from before').toBeNull();
  });

  test('ends between the two steps when the account is suspended meanwhile', async () => {
    const { codes } = await enrol(person);
    const headers = sent(await passwordStep(person));
    await db()
      .update(schema.users)
      .set({ suspendedAt: new Date() })
      .where(eq(schema.users.id, person.id));
    expect(await codeOf(finishSecondStep(anonymous, '000000', headers))).toBe(
      'error.auth/wrong-code',
    );
    expect(await codeOf(finishSecondStep(anonymous, codes[0] ?? '', headers))).toBe(
      'error.auth/user-disabled',
    );
    expect(await db().$count(signInSessions, eq(signInSessions.userId, person.id))).toBe(0);
  });
});
