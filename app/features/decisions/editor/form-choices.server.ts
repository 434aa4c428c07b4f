import { instruments } from '~/features/citations/provisions';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { nameOfCountry, nameOfCourt } from '~/features/decisions/records/decision-names';
import { topics } from '~/features/decisions/records/topics';
import type { Language } from '~/config/config.server';
import { translateIn } from '~/i18n/translations.server';
import { languageName, workingLanguages } from '~/lib/format/display-names';
import { localeOf } from '~/lib/format/format-date';
import type { Actor } from '~/policy/actor';
import type { Choice } from '~/ui/fields/fields';

/**
 * What the form of a decision offers, in the reader's language and order.
 * @param present codes of languages that the decision has already, offered whatever they are
 */
export async function listFormChoices(
  actor: Actor,
  language: Language,
  present: readonly string[],
) {
  const t = translateIn(language);
  const inOrder = new Intl.Collator(localeOf(language));
  const sorted = <Named extends { label: string }>(all: Named[]) =>
    all.toSorted((one, other) => inOrder.compare(one.label, other.label));
  const byCountry = Map.groupBy(await listCourts(actor), ({ country }) => country);
  const courts = [...byCountry].map(([country, all]) => ({
    label: nameOfCountry(country, language, t),
    choices: sorted(
      all.map((court): Choice => ({ value: court.code, label: nameOfCourt(court, language) })),
    ),
  }));
  const nameOf = (names: Record<string, string | null>) => names[language] ?? names['en'] ?? '';
  return {
    courts: sorted(courts),
    topics: sorted(topics.map((value) => ({ value, label: t(`decision.topic.${value}`) }))),
    instruments: Object.entries(instruments).map(([value, names]) => ({
      value,
      label: nameOf(names),
    })),
    languages: [...new Set([...workingLanguages, ...present])].map((value) => ({
      value,
      label: languageName(value),
    })),
  };
}

export type FormChoices = Awaited<ReturnType<typeof listFormChoices>>;
