import type { Language } from '~/config/config.server';
import { listCourts } from '~/features/decisions/courts/courts.server';
import type { DecisionInput } from '~/features/decisions/editor/decision-input';
import { namingOf } from '~/features/decisions/editor/editor.server';
import { nameOfCourt } from '~/features/decisions/records/decision-names';
import { translateIn } from '~/i18n/translations.server';
import type { Actor } from '~/policy/actor';
import { differencesOf, type Reader } from './decision-differences';

type Into = { id: string; identifier: string } | null;
type Saved = Parameters<typeof differencesOf>[0] &
  Parameters<typeof namingOf>[0] & { version: number; into: Into };

/** In which words an actor reads the differences of a decision, which was perhaps merged into another. */
export async function readerOf(actor: Actor, language: Language, into: Into): Promise<Reader> {
  const courts = new Map((await listCourts(actor)).map((court) => [court.code, court]));
  return {
    t: translateIn(language),
    language,
    courtName: (code) => {
      const court = courts.get(code);
      return court ? nameOfCourt(court, language) : code;
    },
    identifierOf: (id) => (into?.id === id ? into.identifier : ''),
  };
}

/** Where what is saved of a decision now differs from what was typed on an older version. */
export async function compareWithSaved(
  actor: Actor,
  language: Language,
  { saved, typed }: { saved: Saved; typed: DecisionInput },
) {
  const after = { ...saved, ...typed, ...namingOf(saved, typed.ecli) };
  const reader = await readerOf(actor, language, saved.into);
  return { version: saved.version, differences: differencesOf(saved, after, reader) };
}

export type SavedDecision = Awaited<ReturnType<typeof compareWithSaved>>;
