import { anonymous } from '~/policy/actor';
import { config, type Language } from '~/config/config.server';
import type { NewsletterItem, PrintedItem } from '~/db/schema/newsletters';
import { listUpcomingEvents } from '~/features/events/events.server';
import { listHeadlines } from '~/features/content/news/news.server';
import { unsubscribeAddressOf } from '~/features/identity/subscriptions/subscriptions.server';
import { translateIn } from '~/i18n/translations.server';
import { formatDate, formatWallDate } from '~/lib/format/format-date';
import type { MailingList } from '~/lib/mailing-lists';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';
import { newsletterEmail } from './newsletter.email';
import { itemKey } from './newsletter-items';
import { association } from '~/platform/association.server';
import { renderMail } from '~/platform/mail/render-mail.server';

/** Stands for the id of the recipient's subscription until it is known. */
const placeholder = 'f'.repeat(64);

const isLanguage = (text: string): text is Language => ['en', 'fr', 'de'].includes(text);
export const languageOr = (text: string): Language => (isLanguage(text) ? text : 'en');

/**
 * What may stand in a newsletter: what any visitor may read, news and articles of the last months
 * and events to come, newest first.
 */
export async function listChoices(language: string): Promise<PrintedItem[]> {
  const [headlines, events] = await Promise.all([
    listHeadlines(anonymous, {}, 60),
    listUpcomingEvents(anonymous, 60, language),
  ]);
  const dated = [...headlines].toSorted((a, b) => Number(b.publishAt) - Number(a.publishAt));
  // One of several languages of the same item: the newsletter's, where it exists.
  const single = new Map<string, (typeof dated)[number]>();
  for (const item of dated) {
    const key = itemKey(item);
    if (!single.has(key) || item.language === language) single.set(key, item);
  }
  return [
    ...[...single.values()].map(({ kind, slug, title, teaser, publishAt }) => ({
      kind,
      slug,
      title,
      summary: teaser,
      when: formatDate(publishAt, language),
    })),
    ...events.map(({ slug, title, summary, startsAt }) => ({
      kind: 'event' as const,
      slug,
      title,
      summary,
      when: formatWallDate(startsAt, language),
    })),
  ];
}

type Newsletter = {
  subject: string;
  language: string;
  list: MailingList;
  body: RichText;
  items: readonly NewsletterItem[];
};

export type PrintedNewsletter = { printed: PrintedItem[]; html: string; text: string };

/** Chosen publications that may still be included. */
async function listChosen({ items, language }: Pick<Newsletter, 'items' | 'language'>) {
  const choices = await listChoices(languageOr(language));
  return items.flatMap((item) => choices.filter((choice) => itemKey(choice) === itemKey(item)));
}

export const hasWords = ({ body }: Pick<Newsletter, 'body'>) => plainText(body).trim() !== '';

/** Whether its readers would find nothing in it. */
export async function isEmptyNewsletter(newsletter: Newsletter): Promise<boolean> {
  return !hasWords(newsletter) && (await listChosen(newsletter)).length === 0;
}

/** The mail as it would be sent now, with a placeholder for what differs between recipients. */
export async function printNewsletter(newsletter: Newsletter): Promise<PrintedNewsletter> {
  const { subject, body, list } = newsletter;
  const language = languageOr(newsletter.language);
  const printed = await listChosen(newsletter);
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
