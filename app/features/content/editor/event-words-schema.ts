import { z } from 'zod';
import { rowName, rowsField, severalCell } from '~/ui/fields/rows-input';
import { longTextField, textField } from '~/lib/forms/text-field';

const session = z.strictObject({ id: rowName, title: textField(0, 200), room: textField(0, 100) });

/** `of` are the event's own options, in whose order those in the further language stand. */
const question = z
  .strictObject({
    id: rowName,
    label: textField(0, 300),
    options: severalCell(50, 200),
    of: severalCell(50, 200),
  })
  .transform(({ id, label, options, of }, context) => {
    if (options.some(Boolean) && options.length !== of.length) {
      context.addIssue({ code: 'custom', message: 'form.as-many-options' });
      return z.NEVER;
    }
    const pairs = options.map((option, at) => ({ of: of[at] ?? '', label: option }));
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
