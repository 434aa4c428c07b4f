import { z } from 'zod';
import type { EventQuestion, EventSession } from '~/features/content/reading/event-translation';
import { separatedIn } from '~/lib/forms/form';

const kept = {
  sessions: z.array(z.object({ id: z.string(), title: z.string(), room: z.string() })),
  questions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      // As the text has them, or as the form does.
      options: z.union([z.array(z.object({ of: z.string(), label: z.string() })), z.string()]),
      of: z.string().optional(),
    }),
  ),
};

function rowsIn<Row>(schema: z.ZodType<Row[]>, text: string | undefined): Row[] {
  try {
    const rows = schema.safeParse(JSON.parse(text || '[]'));
    return rows.success ? rows.data : [];
  } catch {
    return [];
  }
}

/** A row for each session and each question of the event, with what is written of it already. */
export const eventWordsRows = {
  sessions(sessions: readonly EventSession[], text: string | undefined) {
    const written = rowsIn(kept.sessions, text);
    return sessions.map(({ id }) => {
      const row = written.find((one) => one.id === id);
      return { id, title: row?.title ?? '', room: row?.room ?? '' };
    });
  },

  questions(questions: readonly EventQuestion[], text: string | undefined) {
    const written = rowsIn(kept.questions, text);
    return questions.map(({ id, options }) => {
      const row = written.find((one) => one.id === id);
      const of = options.join('\n');
      return {
        id,
        label: row?.label ?? '',
        options: row ? inOrder(row, options).join('\n') : '',
        of,
      };
    });
  },
};

/** The options in the order of the event's own, although that may have changed since. */
function inOrder(row: z.output<typeof kept.questions>[number], own: readonly string[]): string[] {
  const { options, of: before = '' } = row;
  const pairs =
    typeof options === 'string'
      ? separatedIn(before).map((of, at) => ({ of, label: separatedIn(options)[at] }))
      : options;
  return own.map((option) => pairs.find(({ of }) => of === option)?.label ?? '');
}
