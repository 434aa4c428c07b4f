import type { TextKey } from '~/i18n/translate';

const texts: Record<number, { title: TextKey; text: TextKey }> = {
  404: { title: 'not-found.title', text: 'not-found.text' },
  410: { title: 'expired.title', text: 'expired.text' },
  503: { title: 'unavailable.title', text: 'unavailable.text' },
};

/** Refusals of which there is more to say than the status does. */
const tellingCodes: readonly TextKey[] = [
  'error.intranet-resource.could-not-get-intranet-resource',
  'error.intranet-resource.could-not-get-intranet-resources',
  'error.registration.invitation-used',
];

/** Where a page is there, though not for what it was asked for. */
const ownTitles: Partial<Record<TextKey, TextKey>> = {
  'error.registration.invitation-used': 'registration.invitation-answered',
};

/** Nothing is wrong: what was asked for has to wait, and the reader asks again. */
const busyCodes: readonly TextKey[] = ['error.export.busy', 'error.export.running'];
const busyTexts = { title: 'busy.title', text: 'failed.text' } as const;

const withdrawnTexts = { title: 'withdrawn.title', text: 'withdrawn.text' } as const;

type Withdrawn = { title: string; reason: string; at: string | null };

/** By hand: on every page, a library for it would weigh more than all else of ours. */
export function isWithdrawn(facts: unknown): facts is Withdrawn {
  return (
    typeof facts === 'object' &&
    facts !== null &&
    'title' in facts &&
    typeof facts.title === 'string' &&
    'reason' in facts &&
    typeof facts.reason === 'string' &&
    'at' in facts &&
    (facts.at === null || typeof facts.at === 'string')
  );
}

const withdrawnDecision = {
  title: 'withdrawn-decision.title',
  text: 'withdrawn-decision.text',
} as const;

const textsFor = (status: number, about: unknown) =>
  about === 'error.decision.withdrawn'
    ? withdrawnDecision
    : status === 410 && isWithdrawn(about)
      ? withdrawnTexts
      : (texts[status] ?? { title: 'failed.title' as const, text: 'failed.text' as const });

/**
 * What a page says of an answer that is none of the wanted ones, in the site and outside of it.
 * @param about what the answer says besides its status
 * @returns the keys of its texts; `code` where the answer named the text itself
 */
export function errorTexts(status: number, about: unknown) {
  const said = fieldIn(about, 'code') ?? about;
  const busy = busyCodes.find((code) => code === said);
  const code = busy ?? tellingCodes.find((telling) => telling === said);
  const { text, title } = busy ? busyTexts : textsFor(status, about);
  return {
    title: (code && ownTitles[code]) ?? title,
    text: code ?? text,
    code,
    isBusy: busy !== undefined,
  };
}

/** What an error of the server brings along: its code, and the id under which the log has it. */
export function fieldIn(about: unknown, name: 'code' | 'requestId'): string | undefined {
  if (typeof about !== 'object' || about === null) return undefined;
  const value: unknown = Reflect.get(about, name);
  return typeof value === 'string' ? value : undefined;
}
