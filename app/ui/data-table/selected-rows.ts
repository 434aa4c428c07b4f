import { data } from 'react-router';
import { z } from 'zod';
import { parseForm } from '~/lib/forms/form';
import { rowsPerPage } from '~/ui/data-table/table-query';

/**
 * What is to be done to the rows that were ticked.
 * @param most rows that the list shows at once
 * @returns the intent and the keys of the rows; null where none was ticked
 * @throws 400 for a form that is not ours
 */
export function selectedRows<Intent extends string>(
  form: FormData,
  intents: readonly Intent[],
  most = rowsPerPage,
) {
  const schema = z.strictObject({
    intent: z.enum(intents),
    selected: z.array(z.string().max(100)).min(1).max(most),
  });
  const parsed = parseForm(schema, form, ['selected']);
  if (parsed.ok) return parsed.data;
  const wrong = Object.keys(parsed.fieldErrors);
  if (wrong.every((field) => field.startsWith('selected'))) return null;
  throw data('error.invalid-input', { status: 400 });
}
