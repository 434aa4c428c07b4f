import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { detailsSchema } from '~/features/library/details/details-schema';
import { folderIntentSchema } from '~/features/library/intranet/intranet-schemas';
import { uploadMetadataSchema } from '~/features/library/uploads/upload-schemas';
import { fileNameOf } from '~/features/library/documents/content-disposition';
import { parseForm } from '~/lib/forms/form';

const lines =
  'description language author tags ecli country court caseNumber decidedOn publishedOn type articles keywords outcome fineAmount fineCurrency appealFrom appealTo sourceUrl anonymised anonymisedBy';

/** What a form answers to this name: nothing, or what it says beside the field. */
function problemOf(form: 'create-folder' | 'rename' | 'details', title: string) {
  const fields = new FormData();
  fields.set('title', title);
  if (form === 'details') for (const name of lines.split(' ')) fields.set(name, '');
  if (form === 'details') fields.set('kind', 'other');
  else fields.set('intent', form);
  if (form === 'rename') fields.set('id', randomUUID());
  if (form !== 'create-folder') fields.set('version', '1');
  const parsed =
    form === 'details' ? parseForm(detailsSchema, fields) : parseForm(folderIntentSchema, fields);
  return parsed.ok ? undefined : parsed.fieldErrors;
}

const upload = (more: Record<string, string>) =>
  uploadMetadataSchema.safeParse({
    filename: 'a.txt',
    collection: 'userIntranet',
    fingerprint: 'a'.repeat(64),
    ...more,
  }).success;

/** All that Unicode has of the kind: marks, embeddings, overrides, isolates and their ends. */
const turning = [0x61c, 0x200e, 0x200f]
  .concat([0x202a, 0x202b, 0x202c, 0x202d, 0x202e], [0x2066, 0x2067, 0x2068, 0x2069])
  .map((code) => String.fromCodePoint(code));

describe('one rule for every name in the library', () => {
  test('none may turn the reading direction; the error is beside the field', () => {
    for (const character of turning) {
      const name = `Judgment ${character}fdp.exe`;
      const code = character.codePointAt(0)?.toString(16);
      for (const form of ['create-folder', 'rename', 'details'] as const)
        expect(problemOf(form, name), `${form} ${code}`).toEqual({ title: 'form.direction' });
      expect(upload({ filename: `${name}.txt` }), code).toBe(false);
      expect(upload({ path: name }), code).toBe(false);
      expect(fileNameOf(name, 'pdf'), code).toBe('Judgment fdp.exe.pdf');
    }
  });

  test('names of any script are taken as they are', () => {
    for (const name of ['حكم المحكمة', 'פסק דין 12', 'Απόφαση', '判決', 'Zażółć – §7 “x”']) {
      for (const form of ['create-folder', 'rename', 'details'] as const)
        expect(problemOf(form, name), `${form} ${name}`).toBeUndefined();
      expect(upload({ filename: `${name}.txt`, path: name }), name).toBe(true);
    }
  });
});
