import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { anonymous } from '~/policy/actor';
import { configure } from '../../../../tests/support/database/configure';
import { cookieHeader } from '../../../../tests/support/people/cookies';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { beginPasskeySignIn, finishPasskeySignIn } from './alternative-sign-in.server';
import { resolveSession } from './session.server';

beforeAll(() => configure({ ORIGIN: 'https://association.example' }));

const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** Header bytes of an ES256 key as a map of COSE (RFC 9052, section 7), before x and between x and y. */
const cose = { before: '\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20', between: '\x22\x58\x20' };

/** A device with a passkey of the person. @returns how it answers a challenge (WebAuthn level 3, 7.2) */
async function device(userId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([
    Buffer.from(cose.before, 'latin1'),
    Buffer.from(x, 'base64url'),
    Buffer.from(cose.between, 'latin1'),
    Buffer.from(y, 'base64url'),
  ]);
  const id = randomBytes(16).toString('base64url');
  await db()
    .insert(schema.passkeys)
    .values({
      userId,
      credentialID: id,
      publicKey: key.toString('base64'),
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
    });
  return (challenge: string) => {
    const { origin } = config().server;
    const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin });
    // The person is there and has unlocked the device; a counter of none.
    const flags = Buffer.from([5, 0, 0, 0, 0]);
    const authenticatorData = Buffer.concat([digest(new URL(origin).hostname), flags]);
    const signed = Buffer.concat([authenticatorData, digest(clientData)]);
    const response = {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    };
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  };
}

test('a passkey ends the session that the browser had before, whosever it was', async () => {
  const owner = await makeUser(db(), { password: goodPassword });
  const attacker = await makeUser(db(), { password: goodPassword });
  const answer = await device(owner.id);
  for (const before of [owner, attacker]) {
    const planted = await signedInHeaders(before.email);
    const elsewhere = await signedInHeaders(before.email);
    const clientAddress = '192.0.2.7';
    const { body, cookies } = await beginPasskeySignIn(anonymous, {
      headers: planted,
      clientAddress,
    });
    const asked = cookieHeader(cookies).get('cookie') ?? '';
    const headers = new Headers({ cookie: `${planted.get('cookie')}; ${asked}` });
    const sent = { step: 'verify', response: answer(body.options.challenge) };
    const made = await finishPasskeySignIn(anonymous, sent, { headers, clientAddress });
    expect((await resolveSession(cookieHeader(made.cookies))).actor.id).toBe(owner.id);
    expect((await resolveSession(planted)).lost).toBe('error.auth/session-expired');
    expect((await resolveSession(elsewhere)).actor.id).toBe(before.id);
  }
});
