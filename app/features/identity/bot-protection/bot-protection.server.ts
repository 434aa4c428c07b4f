import { randomBytes, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { sentText } from '~/lib/forms/form';
import { keyedHash } from '~/platform/keyed-hash.server';
import { networkOf } from '~/lib/network-of';
import { authorise } from '~/policy/permissions';
import { secret } from '~/platform/secret.server';
import { consumeUse } from '~/platform/throttle.server';
import { appCheckField, honeypotField } from './app-check-fields';

/**
 * Keeps programs from filling in forms for everybody: the browser does a little work unasked
 * (ALTCHA proof of work, no puzzle, no third-party server), and gets a token for the form.
 */

/** How long a challenge may be worked on, and a token be used, in seconds. */
const challengeLasts = 600;
const tokenLasts = 900;
/** A form that comes back with mistakes is sent again with the same token. */
const tokenUses = { points: 5, duration: tokenLasts };

/** Without scripts there is no token: a few forms an hour from one network, and some in all. */
const plain = { points: 5, duration: 3600 };
const plainInAll = { points: 100, duration: 3600 };

const secretFor = (use: string) => keyedHash(secret(), 'bot-protection', use);

/** A challenge that a telephone works on for about a second. */
export async function makeChallenge(actor: Actor) {
  authorise(actor, 'app-check.ask');
  if (!config().flags.botProtection) throw new AppError('error.not-found');
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter: randomInt(300, 900),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + challengeLasts,
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('key'),
  });
}

const hex = z.string().regex(/^[0-9a-f]{2,256}$/);
const parametersSchema = z.strictObject({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: hex,
  salt: hex,
  cost: z.number().int().positive(),
  keyLength: z.number().int().positive().max(64),
  keyPrefix: hex,
  keySignature: hex,
  expiresAt: z.number().int().positive(),
});
export const solvedSchema = z.strictObject({
  challenge: z.strictObject({ parameters: parametersSchema, signature: hex }),
  solution: z.object({
    counter: z.number().int().min(0).max(4_294_967_295),
    derivedKey: hex,
    time: z.number().optional(),
  }),
});

/**
 * Exchanges a solved challenge for a token. Each challenge is worth one token, for the network that
 * has done the work.
 * @throws AppError `error.app-check` when the work is wrong, too old or was used before
 */
export async function exchangeSolution(
  actor: Actor,
  { challenge, solution }: z.output<typeof solvedSchema>,
  clientAddress: string,
): Promise<string> {
  authorise(actor, 'app-check.ask');
  if (!config().flags.botProtection) throw new AppError('error.not-found');
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('key'),
  });
  if (!verified) throw new AppError('error.app-check');
  const once = { points: 1, duration: 2 * challengeLasts };
  const use = await consumeUse('app-check-challenge', once, challenge.signature);
  if (!use.isWithin) throw new AppError('error.app-check');
  return newToken(Date.now(), networkOf(clientAddress));
}

function newToken(now: number, network: string): string {
  const claim = `${Math.floor(now / 1000) + tokenLasts}.${randomBytes(12).toString('hex')}`;
  return `${claim}.${signatureOf(claim, network)}`;
}

const signatureOf = (claim: string, network: string) => secretFor(`token ${claim} ${network}`);

/** Whether the token counts for this network; it does a few times. */
async function spendToken(token: string, network: string): Promise<boolean> {
  const [, until, random, signature] =
    /^(\d{10,11})\.([0-9a-f]{24})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!until || !random || !signature || Number(until) * 1000 < Date.now()) return false;
  if (signatureOf(`${until}.${random}`, network) !== signature) return false;
  return (await consumeUse('app-check-token', tokenUses, random)).isWithin;
}

export type AppCheckEntry = { token: string; isTrapped: boolean };

/** Takes what the check has put into a form out of it, so that the rest can be read strictly. */
export function takeAppCheck(form: FormData): AppCheckEntry {
  const entry = {
    token: sentText(form, appCheckField),
    isTrapped: sentText(form, honeypotField) !== '',
  };
  form.delete(appCheckField);
  form.delete(honeypotField);
  return entry;
}

/**
 * Refuses programs that fill in a form for everybody. Without a token, as without scripts, a few
 * forms an hour get through.
 * @throws AppError `error.app-check`
 */
export async function requireHuman(entry: AppCheckEntry, clientAddress: string): Promise<void> {
  if (entry.isTrapped) throw new AppError('error.app-check');
  if (!config().flags.botProtection) return;
  const network = networkOf(clientAddress);
  if (await spendToken(entry.token, network)) return;
  const own = await consumeUse('without-app-check', plain, network);
  // What is refused already takes nothing from what is left for all.
  if (!own.isWithin) throw new AppError('error.app-check');
  const all = await consumeUse('without-app-check-in-all', plainInAll, 'all');
  if (!all.isWithin) throw new AppError('error.app-check');
}
