import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from '../../columns';

/** Words in each language of the site; empty where they are not said in it. */
export type WordsByLanguage = { en: string; fr: string; de: string };

/** An entry of the menu that the administration has added. */
export type AddedEntry = WordsByLanguage & {
  url: string;
  /** Whether it stands within Communications. */
  inGroup: boolean;
  isHidden: boolean;
};

/** A line of the footer; one with an address is a link. */
export type FooterLine = WordsByLanguage & { url: string };

/** What the association is called and looks like: one row, once the administration has saved it. */
export const associationSettings = pgTable(
  'association_settings',
  {
    id: integer('id').primaryKey().default(1),
    name: text('name').notNull(),
    shortName: text('short_name').notNull(),
    address: text('address').notNull(),
    email: text('email').notNull(),
    vat: text('vat').notNull(),
    networkUrl: text('network_url').notNull(),
    /** Of links and buttons on a light and on a dark page, as `#rrggbb`; null: those of the site. */
    lightColour: text('light_colour'),
    darkColour: text('dark_colour'),
    /** A PNG of at most 100 kB, in base64. */
    logo: text('logo'),
    /** By which its address changes with it. */
    logoDigest: text('logo_digest'),
    menu: jsonb('menu').$type<AddedEntry[]>().notNull().default([]),
    footer: jsonb('footer').$type<FooterLine[]>().notNull().default([]),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by'),
  },
  ({ id }) => [check('association_settings_one_row', sql`${id} = 1`)],
);
