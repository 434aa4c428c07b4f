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
 * What is wrong in a row is said of the whole field and, as `links.2.url`, of the row.
 * @param lists names of fields that may come several times; the schema gets an array, the values
 *   have them separated by commas
 */
export function parseForm<Data>(
  schema: z.ZodType<Data>,
  form: FormData,
  lists: readonly string[] = [],
): FormResult<Data> {
  const entries = textsOf(form);
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
    const message = isKey ? issue.message : 'form.invalid';
    for (const name of [String(issue.path[0] ?? ''), issue.path.join('.')]) {
      fieldErrors[name] ??= message;
    }
  }
  const unknown = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  );
  for (const name of unknown) {
    delete values[name];
    const fields = [...form.keys()].filter(
      (field) => field === name || field.startsWith(`${name}.`),
    );
    for (const field of fields) form.delete(field);
  }
  return { ok: false, fieldErrors, values: withoutSecrets(values) };
}

/** The typed texts of a form; of rows, all that belong together as one. */
const textsOf = (form: FormData) =>
  gatherRows(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

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
  const texts = new Map<string, string>();
  for (const [name, text] of textsOf(form)) {
    const before = texts.get(name);
    if (before === undefined) texts.set(name, text);
    else if (lists.includes(name)) texts.set(name, `${before},${text}`);
  }
  return withoutSecrets(Object.fromEntries(texts));
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

/**
 * Rows of a few fields each travel as fields named `links.0.label`, `links.0.url`, `links.1.label`:
 * plain HTML, which works without scripts. A field `links` without a number says that there may be
 * rows, also where none is left. Fields of one name in a row are the values of one cell (`severalIn`).
 */
const rowField = /^([A-Za-z]+)\.(\d{1,4})\.([A-Za-z]+)$/;

/**
 * The fields of a form with the rows of each name as one JSON text, in the order of the form.
 * @param entries names and texts
 */
export function gatherRows(entries: readonly (readonly [string, string])[]): [string, string][] {
  const rows = new Map<string, Map<string, Record<string, string>>>();
  const others: [string, string][] = [];
  for (const [field, text] of entries) {
    const [, name, number, column] = rowField.exec(field) ?? [];
    if (!name || !number || !column) {
      others.push([field, text]);
      continue;
    }
    const ofName = rows.get(name) ?? new Map<string, Record<string, string>>();
    const row = ofName.get(number) ?? {};
    const before = Object.hasOwn(row, column) ? `${row[column]}\n` : '';
    rows.set(name, ofName.set(number, { ...row, [column]: before + text }));
  }
  const gathered = [...rows].map(([name, ofName]): [string, string] => [
    name,
    JSON.stringify([...ofName.values()]),
  ]);
  return [...others.filter(([name]) => !rows.has(name)), ...gathered];
}

export type Row = Record<string, string>;

/** The values of a cell that has a field for each; empty fields have their place. */
export const severalIn = (text: string): string[] => text.split(/\r?\n/);

/**
 * The values of such a cell of which all may stand in one field, separated by semicolons: by habit,
 * or in a draft from before each had its own.
 */
export function separatedIn(text = ''): string[] {
  const values = severalIn(text);
  return values.length > 1 ? values : text.split(';').map((value) => value.trim());
}

/**
 * The values of a field that has several, each in a field of its own; they travel as one text with
 * commas. Commas and semicolons also separate what is typed or pasted into one of them.
 */
export const commaSeparatedIn = (text: string): string[] =>
  text.split(/[,;]/).map((value) => value.trim());

/**
 * The rows of a field as they are kept in a draft or shown again; none of what is no row. Drafts from
 * before a tick was a field of its own have it as `true`.
 */
export function rowsOf(text: string | undefined): Row[] {
  try {
    const parsed: unknown = JSON.parse(text || '[]');
    return Array.isArray(parsed) ? parsed.flatMap(rowOf) : [];
  } catch {
    return [];
  }
}

function rowOf(value: unknown): Row[] {
  if (typeof value !== 'object' || value === null) return [];
  const columns = Object.entries(value).flatMap(([name, cell]: [string, unknown]) => {
    if (typeof cell === 'boolean') return [[name, cell ? 'on' : ''] as const];
    return typeof cell === 'string' ? [[name, cell] as const] : [];
  });
  return [Object.fromEntries(columns)];
}
