import { paragraphs } from '~/db/factories.server';
import type { NewsletterInput } from '~/features/newsletters/newsletter-schemas';

/** A newsletter as its form sends it, which nobody has saved yet. */
export const newsletterDraft: NewsletterInput = {
  version: 0,
  subject: 'Autumn letter',
  language: 'en',
  list: 'newsletter',
  onlyLanguage: false,
  inArchive: true,
  items: [],
  body: paragraphs('Dear colleagues'),
};
