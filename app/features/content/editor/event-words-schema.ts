import { z } from 'zod';
import { rowName, rowsField } from '~/ui/fields/rows-input';
import { longTextField, textField } from '~/lib/forms/text-field';

/** Separates the options of a question, which are edited on one line. */
export const optionSeparator = '; ';

/** The options of a line; what is left empty between two signs has its place nevertheless. */
export const optionsOf = (line: string) =>
  line === '' ? [] : line.split(';').map((option) => option.trim());

const session = z.strictObject({ id: rowName, title: textField(0, 200), room: textField(0, 100) });

/** `of` are the event's own options, in whose order those in the further language stand. */
const question = z
  .strictObject({
    id: rowName,
    label: textField(0, 300),
    options: textField(0, 1000),
    of: textField(0, 1000).default(''),
  })
  .transform(({ id, label, options, of }, context) => {
    const [own, further] = [optionsOf(of), optionsOf(options)];
    if (further.length > 0 && further.length !== own.length) {
      context.addIssue({ code: 'custom', message: 'form.as-many-options' });
      return z.NEVER;
    }
    const pairs = further.map((option, at) => ({ of: own[at] ?? '', label: option }));
    return { id, label, options: pairs.filter((pair) => pair.label !== '') };
  });

const sessions = rowsField(session, 200).transform((rows) =>
  rows.filter(({ title, room }) => title + room !== ''),
);
const questions = rowsField(question, 30).transform((rows) =>
  rows.filter(({ label, options }) => label !== '' || options.length > 0),
);

/** What a translation of an event says besides its text; what is empty is said as the event does. */
export const eventWordsFields = {
  sessions,
  questions,
  feeText: longTextField(0, 500).default(''),
  photoPolicy: longTextField(0, 1000).default(''),
  cancelledReason: longTextField(0, 1000).default(''),
};
