import { z } from 'zod';
import { parseForm } from '~/lib/forms/form';
import { rowsPerPage } from '~/ui/data-table/table-query';

/**
 * What is to be done to the rows that were ticked.
 * @returns the intent and the keys of the rows; null where none was ticked or the form is not ours
 */
export function selectedRows<Intent extends string>(form: FormData, intents: readonly Intent[]) {
  const schema = z.strictObject({
    intent: z.enum(intents),
    selected: z.array(z.string().max(100)).min(1).max(rowsPerPage),
  });
  const parsed = parseForm(schema, form, ['selected']);
  return parsed.ok ? parsed.data : null;
}
