import type { z } from 'zod';

/** What a form shows again after a refusal: the texts' keys by field, and everything typed. */
export type FormRefusal = {
  fieldErrors: Record<string, string>;
  values: Record<string, string>;
};

export type FormResult<Data> = { ok: true; data: Data } | ({ ok: false } & FormRefusal);

/** Never sent back to the browser. */
const secretFields = /password|token/i;

/**
 * Reads a submitted form by a strict schema whose messages are translation keys. Unknown fields
 * are refused (mass assignment); neither they nor secrets are echoed, and `form` has them no more.
 * @param lists names of fields that may come several times; the schema gets an array, the values
 *   have them separated by commas
 */
export function parseForm<Data>(
  schema: z.ZodType<Data>,
  form: FormData,
  lists: readonly string[] = [],
): FormResult<Data> {
  const entries = [...form.entries()].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const several = lists.map((name): [string, string[]] => [
    name,
    entries.filter(([field]) => field === name).map(([, value]) => value),
  ]);
  const values = Object.fromEntries([
    ...entries,
    ...several.map(([name, list]): [string, string] => [name, list.join(',')]),
  ]);
  const result = schema.safeParse({ ...values, ...Object.fromEntries(several) });
  if (result.success) return { ok: true, data: result.data };
  const fieldErrors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const isKey = issue.message.startsWith('form.');
    fieldErrors[String(issue.path[0] ?? '')] ??= isKey ? issue.message : 'form.invalid';
  }
  const unknown = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  );
  for (const name of unknown) {
    delete values[name];
    form.delete(name);
  }
  return { ok: false, fieldErrors, values: withoutSecrets(values) };
}

export function withoutSecrets(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secretFields.test(name)));
}

/** One text of a submitted form; empty when it is absent or a file. */
export function sentText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * Everything typed into a form, to be shown again, but for secrets.
 * @param lists as with `parseForm`
 */
export function sentTexts(form: FormData, lists: readonly string[] = []): Record<string, string> {
  const textOf = (name: string) =>
    lists.includes(name)
      ? form
          .getAll(name)
          .filter((value) => typeof value === 'string')
          .join(',')
      : sentText(form, name);
  return withoutSecrets(Object.fromEntries([...form.keys()].map((name) => [name, textOf(name)])));
}

/** The names of fields that are each declared once, in the order of their declarations. */
export function namesOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields).filter((name): name is keyof Fields & string => name in fields);
}

type PartOf<Fields, Part extends string> = {
  [
    Name in keyof Fields as Fields[Name] extends Record<Part, unknown> ? Name : never
  ]: Fields[Name] extends Record<Part, infer Value> ? Value : never;
};

/** One part of each declaration that has it, such as its schema, under the name of the field. */
export function partOf<Fields extends Record<string, object>, Part extends string>(
  fields: Fields,
  part: Part,
): PartOf<Fields, Part> {
  const parts = Object.entries(fields).flatMap(([name, field]) =>
    part in field ? [[name, Reflect.get(field, part)]] : [],
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries forgets the names
  return Object.fromEntries(parts) as PartOf<Fields, Part>;
}
