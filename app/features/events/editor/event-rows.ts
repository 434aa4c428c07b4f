import { z } from 'zod';
import { rowName, rowsField, rowTick, severalCell } from '~/ui/fields/rows-input';
import { textField } from '~/lib/forms/text-field';
import { newId } from '~/lib/new-id';
import { safeHref } from '~/rich-text/rich-text';
import { field, fieldTime, typedWallTime } from './event-field-kinds';

/** The rules of its times are those of the event's (`event-times.server.ts`). */
const typedSession = z
  .strictObject({
    id: rowName.optional(),
    startsAt: typedWallTime,
    endsAt: typedWallTime,
    title: textField(1, 200),
    room: textField(0, 100),
    speakers: severalCell(50, 200),
  })
  .transform(({ id, room, speakers, ...row }) => ({
    id: id ?? newId(),
    ...row,
    ...(room ? { room } : {}),
    speakers: speakers.filter(Boolean),
  }));

/** A session that was copied is another one. */
function namedOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const isFirst = ({ id }: Row, at: number) => rows.findIndex((row) => row.id === id) === at;
  return rows.map((row, at) => (isFirst(row, at) ? row : { ...row, id: newId() }));
}

const keptSession = z.object({
  id: z.string().default(() => newId()),
  startsAt: z.string(),
  endsAt: z.string(),
  title: z.string(),
  room: z.string().optional(),
  speakers: z.array(z.string()),
});
type Session = z.output<typeof keptSession>;

function sessionRow({ id, startsAt, endsAt, title, room = '', speakers }: Session) {
  const times = { startsAt: fieldTime(startsAt), endsAt: fieldTime(endsAt) };
  return { id, ...times, title, room, speakers: speakers.join('\n') };
}

function sessionLine({ startsAt, endsAt, title, room, speakers }: Session) {
  const times = `${fieldTime(startsAt).replace('T', ' ')} – ${fieldTime(endsAt).slice(11)}`;
  return [times, title, room, ...speakers].filter(Boolean).join(' · ');
}

/** The programme. */
export const sessions = field({
  label: 'events.programme',
  isPersonal: true,
  typed: rowsField(typedSession, 200).transform(namedOnce),
  kept: z.array(keptSession),
  text: (list) => JSON.stringify(list.map(sessionRow)),
  compared: (list) => list.map(sessionLine).join('\n'),
});

const typedQuestion = z
  .strictObject({
    id: rowName.optional(),
    label: textField(1, 300),
    kind: z.enum(['text', 'choice', 'yes-no'], { error: 'form.choose' }),
    options: severalCell(50, 200),
    required: rowTick,
  })
  .transform((row) => ({
    ...row,
    id: row.id ?? newId(),
    options: row.kind === 'choice' ? row.options.filter(Boolean) : [],
  }))
  .refine((row) => row.kind !== 'choice' || row.options.length >= 2, {
    error: 'form.two-options',
    path: ['options'],
  });

/** What everybody who registers is asked. */
export const questions = field({
  label: 'event-editor.questions',
  typed: rowsField(typedQuestion, 30).refine(
    (rows) => new Set(rows.map(({ id }) => id)).size === rows.length,
    { error: 'form.invalid' },
  ),
  kept: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      kind: z.enum(['text', 'choice', 'yes-no']),
      options: z.array(z.string()),
      required: z.boolean(),
    }),
  ),
  text: (list) =>
    JSON.stringify(
      list.map((one) => ({
        ...one,
        options: one.options.join('\n'),
        required: one.required ? 'on' : '',
      })),
    ),
  compared: (list) => list.map(({ label, options }) => [label, ...options].join(' · ')).join('\n'),
});

const typedDocument = z.strictObject({
  label: textField(1, 200),
  url: z
    .string({ error: 'form.required' })
    .trim()
    .min(1, { error: 'form.required' })
    .pipe(safeHref.refine((href) => !/^(mailto:|#)/i.test(href), { error: 'form.web-address' })),
});

/** Links to papers and files. */
export const documents = field({
  label: 'event-editor.documents',
  typed: rowsField(typedDocument, 50),
  kept: z.array(z.object({ label: z.string(), url: z.string() })),
  text: (list) => JSON.stringify(list),
  compared: (list) => list.map(({ label, url }) => `${label} · ${url}`).join('\n'),
});
