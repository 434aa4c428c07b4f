import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { announceFolders, changeableBy } from '~/features/resources/resources.server';
import { citationKeys } from '~/lib/citation-key';
import { caseNumberOfEcli, courtOfEcli, parseEcli } from '~/lib/ecli';
import { guessLanguage } from '~/lib/guess-language';
import { judgmentOf } from '~/lib/resource-metadata';
import { authorise } from '~/permissions';
import { type Details, metadataOf } from './details-schema';
import { getDocument, requireReplaceable } from './documents.server';
import { readPages } from './pages.server';

const { documentPages: pages, intranetResources: resources } = schema;

/**
 * Saves title, details and metadata of a document: the own ones, administrators any.
 * @throws AppError `error.intranet-resource.could-not-get-intranet-resource`,
 *   `error.intranet-resource.could-not-update-intranet-resource`, `error.intranet-resource.stale`
 */
export async function updateDetails(actor: Actor, id: string, details: Details): Promise<void> {
  authorise(actor, 'intranet.add');
  const { document } = await getDocument(actor, id);
  await requireReplaceable(actor, id, document.collection);
  const { title, description, language, tags } = details;
  const metadata = metadataOf(details);
  const judgment = judgmentOf(metadata);
  const cited = [
    title,
    judgment?.ecli,
    judgment?.caseNumber,
    judgment?.appealFrom,
    judgment?.appealTo,
  ];
  await transaction(async (tx) => {
    const [saved] = await tx
      .update(resources)
      .set({
        title,
        description,
        language,
        tags,
        author: details.author ?? null,
        metadata,
        citations: citationKeys(cited.filter(Boolean).join(' ; ')),
        version: sql`${resources.version} + 1`,
        updatedAt: new Date(),
        updatedBy: actor.id,
      })
      .where(and(eq(resources.id, id), eq(resources.version, details.version), changeableBy(actor)))
      .returning({ collection: resources.collection, parent: resources.parent });
    if (!saved) throw new AppError('error.intranet-resource.stale');
    // The words of the text are found by the rules of its language.
    if (language) await tx.update(pages).set({ language }).where(eq(pages.document, id));
    await announceFolders(tx, saved.collection, [saved.parent, id]);
    await appendAudit(tx, actor, {
      action: 'intranet.update-details',
      target: { kind: 'intranet-resource', id },
      changes: { kind: { from: document.metadata.kind, to: metadata.kind } },
    });
  });
}

/** What the text of a document says about itself; the person confirms it. */
export type Proposals = {
  ecli?: string;
  country?: string;
  court?: string;
  caseNumber?: string;
  decidedOn?: string;
  language?: string;
};

/** Reads ECLI, case number, language and date from the beginning of a document's own text. */
export async function proposeDetails(actor: Actor, id: string): Promise<Proposals> {
  authorise(actor, 'intranet.read');
  const text = (await readPages(actor, id)).slice(0, 3).join('\n');
  const language = guessLanguage(text);
  const found = /ECLI:[A-Z]{2}:[A-Z][A-Z0-9]{0,6}:\d{4}:[A-Z0-9.]{1,25}/i.exec(text)?.[0];
  const ecli = found ? parseEcli(found.replace(/\.$/, '')) : null;
  const court = ecli && courtOfEcli(ecli);
  const caseNumber = (ecli && caseNumberOfEcli(ecli)) ?? caseNumberIn(text);
  const decidedOn = dateIn(text);
  return {
    ...(ecli ? { ecli: ecli.text, country: ecli.country } : {}),
    ...(court ? { court } : {}),
    ...(caseNumber ? { caseNumber } : {}),
    ...(decidedOn ? { decidedOn } : {}),
    ...(language ? { language } : {}),
  };
}

function caseNumberIn(text: string): string | null {
  return (
    /\b[CTF][‑–-]\d{1,4}\/\d{2}\b/.exec(text)?.[0].replace(/[‑–]/, '-') ??
    /\b(?:No\.|Nr\.?|n[°º])\s*(\d{1,6}[-/]\d{2,6})\b/i.exec(text)?.[1] ??
    null
  );
}

/** The first calendar date that is written in figures or with an English, French or German month. */
function dateIn(text: string): string | null {
  const figures = /\b(\d{1,2})[./](\d{1,2})[./](19\d{2}|20\d{2})\b/.exec(text);
  const words = /\b(\d{1,2})\.?(?:er)?\s+(\p{L}+)\s+(19\d{2}|20\d{2})\b/u.exec(text);
  const month = words ? monthOf(words[2] ?? '') : 0;
  if (words && month > 0) return calendarDate(words[3], month, words[1]);
  return figures ? calendarDate(figures[3], Number(figures[2]), figures[1]) : null;
}

const months = [
  'january janvier januar',
  'february février februar',
  'march mars märz',
  'april avril',
  'may mai',
  'june juin juni',
  'july juillet juli',
  'august août',
  'september septembre',
  'october octobre oktober',
  'november novembre',
  'december décembre dezember',
];

function monthOf(word: string): number {
  return months.findIndex((names) => names.split(' ').includes(word.toLowerCase())) + 1;
}

function calendarDate(year = '', month = 0, day = ''): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
