import { z } from 'zod';

/** What the value of an option has to be: in words, and whether a text is that. */
export type OptionForm = { what: string; fits: (text: string) => boolean };

const shape = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

export const aMoment: OptionForm = {
  what: 'a moment such as "2026-11-20 14:05"',
  fits: (text) => shape.test(text) && !Number.isNaN(new Date(text).getTime()),
};

export const aPastMoment: OptionForm = {
  what: 'a moment that has passed, such as "2026-11-20 14:05"',
  fits: (text) => aMoment.fits(text) && new Date(text).getTime() <= Date.now(),
};

export const aNumberOfBackups: OptionForm = {
  what: 'a number of backups',
  fits: (text) => /^\d{1,4}$/.test(text),
};

export const someBackups: OptionForm = {
  what: 'a number of backups, 1 at least',
  fits: (text) => aNumberOfBackups.fits(text) && Number(text) > 0,
};

export const anAddress: OptionForm = {
  what: 'an e-mail address such as you@example.org',
  fits: (text) => z.email().safeParse(text).success,
};

/** A head of the audit log as the site has written it down. */
const head = /^(\d{1,15}):([0-9a-f]{64})$/;

export const aHead: OptionForm = {
  what: 'the number and the hash of an entry, NUMBER:HASH with 64 hexadecimal digits',
  fits: (text) => head.test(text),
};

/** The moment of an option of that form; without an offset it is the time of this machine. */
export const momentOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text);

export function headOf(text: string | undefined): { seq: number; hash: string } | undefined {
  const [, seq, hash] = head.exec(text ?? '') ?? [];
  return seq && hash ? { seq: Number(seq), hash } : undefined;
}
