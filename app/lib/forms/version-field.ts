import { z } from 'zod';

/** The version of a record that a form was begun on; no larger than the database counts. */
export const versionField = z.coerce
  .number({ error: 'form.invalid' })
  .int({ error: 'form.invalid' })
  .min(0, { error: 'form.invalid' })
  .max(2_147_483_647, { error: 'form.invalid' });
