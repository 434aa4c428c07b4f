import { instruments } from '~/features/citations/provisions';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { nameOfCountry, nameOfCourt } from '~/features/decisions/records/decision-names';
import { errorsOfProcedure } from '~/features/decisions/procedure/procedure-errors.server';
import { topics } from '~/features/decisions/records/topics';
import type { Language } from '~/config/config.server';
import { translateIn } from '~/i18n/translations.server';
import { languageName, workingLanguages } from '~/lib/format/display-names';
import { localeOf } from '~/lib/format/format-date';
import { parseForm, sentTexts } from '~/lib/forms/form';
import type { Actor } from '~/policy/actor';
import type { Choice } from '~/ui/fields/fields';
import { decisionLists } from './decision-draft';
import { type DecisionInput, decisionSchema } from './decision-input';

/** The vocabulary of topics in the reader's language and order. */
export function topicChoices(language: Language): Choice[] {
  const t = translateIn(language);
  const inOrder = new Intl.Collator(localeOf(language));
  return topics
    .map((value) => ({ value, label: t(`decision.topic.${value}`) }))
    .toSorted((one, other) => inOrder.compare(one.label, other.label));
}

/**
 * What the form of a decision offers, in the reader's language and order.
 * @param record its languages are offered, whatever they are
 */
export async function listFormChoices(
  actor: Actor,
  language: Language,
  record: Pick<DecisionInput, 'languages' | 'summaries'> | null,
) {
  const inSummaries = record?.summaries.map((summary) => summary.language) ?? [];
  const present = [...(record?.languages ?? []), ...inSummaries];
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
    topics: topicChoices(language),
    instruments: Object.entries(instruments).map(([value, names]) => ({
      value,
      label: nameOf(names),
    })),
    languages: [...new Set([...workingLanguages, ...present])].map((value) => ({
      value,
      label: languageName(value, language),
    })),
  };
}

export type FormChoices = Awaited<ReturnType<typeof listFormChoices>>;

/** Reads the sent form of a decision: its facts and what to do with them, or what is wrong with it. */
export function readDecisionForm(sent: FormData) {
  const values = sentTexts(sent, decisionLists);
  const input = parseForm(decisionSchema, sent, decisionLists);
  if (!input.ok) return input;
  const { intent, version, proposal, ...facts } = input.data;
  const fieldErrors = errorsOfProcedure(facts, values['procedure']);
  if (fieldErrors) return { ok: false as const, fieldErrors, values };
  return { ok: true as const, intent, version, proposal, facts, values };
}
