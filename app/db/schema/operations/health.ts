import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../columns';

const verdicts = ['good', 'attention', 'bad'] as const;

/** The last reported verdict of each health check, so that all nodes together report once. */
export const healthVerdicts = pgTable('health_verdicts', {
  /** Name of the check; the disk of one node among several has the node's name after an @. */
  check: text('check').primaryKey(),
  told: text('told', { enum: verdicts }).notNull().default('good'),
  /** A verdict is reported after two consecutive runs. */
  seen: text('seen', { enum: verdicts }).notNull().default('good'),
  seenSince: instant('seen_since').notNull().defaultNow(),
});

/** How many requests and jobs failed in a minute, on all nodes together. */
export const errorCounts = pgTable('error_counts', {
  minute: instant('minute').primaryKey(),
  errors: integer('errors').notNull(),
});
