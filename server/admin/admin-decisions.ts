import { basename } from 'node:path';
import { importDecisions } from '~/features/decisions/imports/imports.server';
import { ImportFileError } from '~/features/decisions/imports/read-import.server';
import { textOfKey } from '~/i18n/translate';
import { translateIn } from '~/i18n/translations.server';
import { readNamedFile } from '~/platform/files/named-file.server';
import { commandLine } from '~/policy/actor';
import { Refusal } from '~/policy/refusal';
import type { Given } from './admin-command';

/** The most mistakes that are shown at once. */
const mostShown = 50;

/** Takes decisions from a file, or says what that would do. */
export async function takeDecisions({ options, say }: Given): Promise<boolean> {
  const isDryRun = options['dry-run'] !== undefined;
  const path = options.file ?? '';
  const text = await readNamedFile(path);
  const t = translateIn('en');
  const fileName = basename(path).slice(0, 200);
  const report = await importDecisions(commandLine, text, { isDryRun, fileName }).catch(
    (error: unknown) => {
      if (error instanceof ImportFileError) throw new Refusal(`${path}: ${t(error.key)}`);
      throw error;
    },
  );
  const { added, changed, unchanged, errors } = report;
  for (const { row, field, problem, values } of errors.slice(0, mostShown)) {
    say(`Row ${row}, ${field}: ${textOfKey(t, problem, values)}`);
  }
  if (errors.length > 0) {
    say(`Nothing was changed: ${errors.length} mistakes have to be mended first.`);
    return false;
  }
  say(
    `${isDryRun ? 'Would add' : 'Added'} ${added}, ${isDryRun ? 'change' : 'changed'} ${changed}; ${unchanged} are the same.`,
  );
  return true;
}
