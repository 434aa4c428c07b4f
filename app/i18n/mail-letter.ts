import { createContext } from 'react';

/** To whom a mail is written and where the association sits: the outbox knows it for all of them. */
export type MailLetter = {
  /** Of a person whose address is confirmed: another's mail must not carry words that were typed. */
  name: string | null;
  /** Not when the words of the mail begin with a greeting of their own. */
  isGreeted: boolean;
  postalAddress: string;
};

/** Of the site itself. */
export const siteColour = '#14386b';

/** Of titles and links: the association's own, where it has one. */
export const MailColourContext = createContext(siteColour);

export const MailLetterContext = createContext<MailLetter | null>(null);
