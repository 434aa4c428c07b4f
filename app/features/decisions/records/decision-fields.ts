import { z } from 'zod';
import { parseEcli } from '~/features/citations/ecli';
import { calendarDayOf } from '~/lib/format/format-date';
import { textField } from '~/lib/forms/text-field';
import { decisionOutcomes } from './decision-kinds';

/** An ECLI as it is typed, or as the Court of Justice prints it, "EU:C:2023:373"; null where there is none. */
export const ecliField = textField(0, 80).transform((text, context) => {
  if (!text) return null;
  const ecli = parseEcli(text) ?? parseEcli(`ECLI:${text}`);
  if (ecli) return ecli;
  context.addIssue({ code: 'custom', message: 'form.ecli' });
  return z.NEVER;
});

/** Before any court that is in the table of courts. */
export const earliest = '1800-01-01';

/** Whether a day has come, in Brussels. */
export const hasCome = (day: string): boolean => day <= calendarDayOf(new Date());

/** When a court published a decision; null where that is not said. */
export const publishedOnField = z
  .union([z.literal('').transform(() => null), z.iso.date({ abort: true })], {
    error: 'form.published-day',
  })
  .refine((day) => day === null || hasCome(day), { error: 'form.published-ahead' });

type Dates = { decidedOn: string | null; publishedOn: string | null };

/** Whether a court published its decision once it had decided, as far as both days are known. */
export const isPublishedAfterwards = ({ decidedOn, publishedOn }: Dates): boolean =>
  !decidedOn || !publishedOn || publishedOn >= decidedOn;

/** Where a court publishes a decision; null where that is not said. */
export const sourceUrlField = textField(0, 500)
  .refine((text) => !text || (/^https?:\/\//.test(text) && URL.canParse(text)), {
    error: 'form.web-address',
  })
  .transform((text) => text || null);

export const outcomeField = z.union(
  [z.literal('').transform(() => null), z.enum(decisionOutcomes)],
  { error: 'form.choose' },
);

export const formationField = textField(0, 200);

export const celexField = textField(0, 20).transform((text) => text || null);

/** Their ECLI says beyond doubt which court has decided, and in which year; of others that is not sure. */
const europeanCourts = ['EU:C', 'EU:T', 'CE:ECHR'];

/** What is empty is not known, and contradicts nothing. */
type Identified = { ecli: string | null; court: string; decidedOn: string };

/**
 * What the ECLI of a European court says otherwise than the fields beside it. That of a judgment or decision of
 * the Court of Human Rights has the day too: "ECLI:CE:ECHR:2021:0525JUD005817013".
 */
function contradictionsOfEcli({ ecli: text, court, decidedOn }: Identified) {
  const ecli = parseEcli(text ?? '');
  const code = ecli && `${ecli.country}:${ecli.court}`.toUpperCase();
  if (!ecli || !code || !europeanCourts.includes(code)) return [];
  const [, month, day] =
    (code === 'CE:ECHR' && /^(\d\d)(\d\d)(?:JUD|DEC)/i.exec(ecli.ordinal)) || [];
  const isOfYear = !decidedOn || decidedOn.startsWith(`${ecli.year}-`);
  const isOfDay = !month || !decidedOn || decidedOn.endsWith(`-${month}-${day}`);
  return [
    ...(!court || court.toUpperCase() === code
      ? []
      : [{ field: 'court', key: 'form.ecli-other-court' }]),
    ...(isOfYear ? [] : [{ field: 'decidedOn', key: 'form.ecli-other-year' }]),
    ...(!isOfYear || isOfDay ? [] : [{ field: 'decidedOn', key: 'form.ecli-other-day' }]),
  ];
}

/** For `superRefine` of what names a decision: says at each field what contradicts the ECLI. */
export function refuseContradictions(facts: Identified, context: z.RefinementCtx): void {
  for (const { field, key } of contradictionsOfEcli(facts))
    context.addIssue({ code: 'custom', message: key, path: [field] });
}
