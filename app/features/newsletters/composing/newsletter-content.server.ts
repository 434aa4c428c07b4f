import { type Actor, anonymous } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { config, type Language } from '~/config/config.server';
import type { NewsletterItem, PrintedItem } from '~/db/schema/newsletters';
import { listEventAddresses, listUpcomingEvents } from '~/features/events/events.server';
import { listHeadlines } from '~/features/content/news/news.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { unsubscribeAddressOf } from '~/features/identity/subscriptions/subscriptions.server';
import { translateIn } from '~/i18n/translations.server';
import { formatDate, formatWallDates } from '~/lib/format/format-date';
import type { MailingList } from '~/lib/mailing-lists';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';
import { newsletterEmail } from './newsletter.email';
import { itemAt, itemKey, itemPath } from './newsletter-items';
import { association } from '~/platform/association.server';
import { renderMail } from '~/platform/mail/render-mail.server';

/** Of news and articles, and of events, that a form offers; what is chosen is looked up beyond them. */
const mostChoices = 60;

/** Stands for the id of the recipient's subscription until it is known. */
const placeholder = 'f'.repeat(64);

const isLanguage = (text: string): text is Language => ['en', 'fr', 'de'].includes(text);
export const languageOr = (text: string): Language => (isLanguage(text) ? text : 'en');

type Publications = { language: string; slugs?: readonly string[] };

/** What any visitor may read: news and articles, newest first, and events to come that take place. */
async function listPublications({ language, slugs }: Publications): Promise<PrintedItem[]> {
  const [headlines, upcoming, addresses] = await Promise.all([
    // A news item and an article may share an address, each in three languages.
    listHeadlines(anonymous, slugs ? { slugs } : {}, slugs ? slugs.length * 6 : mostChoices),
    listUpcomingEvents(anonymous, { slugs, limit: slugs?.length ?? mostChoices, language }),
    listEventAddresses(anonymous),
  ]);
  const events = upcoming.filter(({ status }) => status !== 'cancelled');
  const dated = [...headlines].toSorted((a, b) => Number(b.publishAt) - Number(a.publishAt));
  // One of several languages of the same item: the newsletter's, where it exists.
  const single = new Map<string, (typeof dated)[number]>();
  for (const item of dated) {
    const key = itemKey(item);
    if (!single.has(key) || item.language === language) single.set(key, item);
  }
  const isShared = (event: (typeof events)[number]) =>
    addresses.some((other) => other.slug === event.slug && other.language !== event.language);
  return [
    ...[...single.values()].map(({ teaser, publishAt, ...item }) => ({
      ...shownOf(item),
      summary: teaser,
      when: formatDate(publishAt, language),
    })),
    ...events.map((event) => ({
      ...shownOf({ ...event, kind: 'event', isShared: isShared(event) }),
      summary: event.summary,
      when: formatWallDates(event.startsAt, event.endsAt, language),
    })),
  ];
}

const shownOf = ({
  kind,
  slug,
  title,
  language,
  isShared,
}: Omit<Required<PrintedItem>, 'summary' | 'when'>) => ({ kind, slug, title, language, isShared });

type Newsletter = {
  subject: string;
  language: string;
  list: MailingList;
  body: RichText;
  items: readonly NewsletterItem[];
};

export type PrintedNewsletter = { printed: PrintedItem[]; html: string; text: string };

type Chosen = Pick<Newsletter, 'items' | 'language'>;

/**
 * The chosen publications as they are now, also those that have got another address, and the chosen
 * ones that are over or cancelled or no visitor may read any more.
 */
export async function findChosen({ items, language }: Chosen) {
  const wanted = await Promise.all(
    items.map(async (item) => ({ item, moved: await findMoved(item) })),
  );
  const slugs = wanted.flatMap(({ item, moved }) => [item.slug, ...(moved ? [moved.slug] : [])]);
  const publications = await listPublications({ language: languageOr(language), slugs });
  const known = new Map(publications.map((publication) => [itemKey(publication), publication]));
  const printed = new Map<string, PrintedItem>();
  const leftOut: NewsletterItem[] = [];
  for (const { item, moved } of wanted) {
    const found = known.get(itemKey(item)) ?? (moved && known.get(itemKey(moved)));
    if (found) printed.set(itemKey(found), found);
    else leftOut.push(item);
  }
  return { printed: [...printed.values()], leftOut };
}

async function findMoved(item: NewsletterItem): Promise<NewsletterItem | null> {
  const address = await findRedirect(anonymous, itemPath(item));
  return address === null ? null : itemAt(address);
}

/**
 * What may stand in a newsletter: the newest publications and events to come, and whatever else is
 * chosen already.
 */
export async function listChoices({ items, language }: Chosen) {
  const newest = await listPublications({ language });
  const { printed, leftOut } = await findChosen({ items, language });
  const choices = new Map([...newest, ...printed].map((item) => [itemKey(item), item]));
  return {
    choices: [...choices.values()],
    chosen: printed.map(({ kind, slug }) => ({ kind, slug })),
    leftOut,
  };
}

/** The chosen publications that will not be in the mail: they are over, cancelled or no longer public. */
export async function listLeftOut(actor: Actor, newsletter: Chosen) {
  authorise(actor, 'newsletter.manage');
  return (await findChosen(newsletter)).leftOut;
}

export const hasWords = ({ body }: Pick<Newsletter, 'body'>) => plainText(body).trim() !== '';

/** Whether its readers would find nothing in it. */
export async function isEmptyNewsletter(newsletter: Newsletter): Promise<boolean> {
  return !hasWords(newsletter) && (await findChosen(newsletter)).printed.length === 0;
}

/** The mail as it would be sent now, with a placeholder for what differs between recipients. */
export async function printNewsletter(newsletter: Newsletter): Promise<PrintedNewsletter> {
  const { subject, body, list } = newsletter;
  const language = languageOr(newsletter.language);
  const { printed } = await findChosen(newsletter);
  const mail = newsletterEmail({
    translate: translateIn(language),
    site: association().shortName,
    origin: config().server.origin,
    postalAddress: `${association().name}, ${association().address}`,
    subject,
    language,
    body,
    items: printed,
    unsubscribe: unsubscribeAddressOf(placeholder, list),
  });
  return { printed, ...(await renderMail(mail)) };
}

/** The mail of one recipient. */
export function addressedTo(
  subscriptionId: string,
  { html, text }: Pick<PrintedNewsletter, 'html' | 'text'>,
): { html: string; text: string } {
  return {
    html: html.replaceAll(placeholder, subscriptionId),
    text: text.replaceAll(placeholder, subscriptionId),
  };
}
