import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { coverFocuses, usualFocus } from '~/rich-text/pictures';
import { newId } from '~/lib/new-id';
import type { RenderedText } from '~/rich-text/rendered-text';

/** A moment in time, kept with its zone, read as a `Date`. */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const id = () => uuid('id').primaryKey().$defaultFn(newId);

/** What every record has; `version` is the optimistic lock. */
export const recordColumns = () => ({
  id: id(),
  createdAt: instant('created_at').notNull().defaultNow(),
  createdBy: uuid('created_by'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by'),
  version: integer('version').notNull().default(1),
});

/**
 * What was made of the rich text `body` when it was written; written and read by
 * features/writing/rendered-texts alone. A trigger empties it where the text changes without it.
 */
export const rendered = () => jsonb('rendered').$type<RenderedText>();

/** The ids of the pictures in a rich text, as a JSON array; the same expression as in the indexes. */
export const pictureIds = (body: AnyPgColumn | SQL): SQL =>
  sql`jsonb_path_query_array(${body}, '$.content[*] ? (@.type == "picture").attrs.id')`;

/** Finds the texts that have a picture, at each request of one of its sizes. */
export const picturesIndex = (name: string, body: AnyPgColumn) =>
  index(name).using('gin', pictureIds(body));

/** Which part of the cover stays in sight where it is cropped; beside `cover`, with its check. */
export const coverFocus = () =>
  text('cover_focus', { enum: coverFocuses }).notNull().default(usualFocus);

/** One of `coverFocuses`. */
export const coverFocusCheck = (name: string, column: AnyPgColumn) =>
  check(
    name,
    sql`${column} in ('top-left', 'top', 'top-right', 'left', 'centre', 'right', 'bottom-left', 'bottom', 'bottom-right')`,
  );
