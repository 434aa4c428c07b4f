import { render } from '@react-email/render';
import { createElement, type ReactElement } from 'react';
import { MailColourContext, siteColour } from '~/i18n/mail-letter';
import { association } from '../association.server';

/** The plain text has no title, which is its subject, and no capitals. */
const plainText: Parameters<typeof render>[1] = {
  plainText: true,
  htmlToTextOptions: {
    selectors: [
      { selector: 'h1', format: 'skip' },
      { selector: 'h2', options: { uppercase: false } },
      {
        selector: 'table[data-table]',
        format: 'dataTable',
        options: { uppercaseHeaderCells: false, maxColumnWidth: 30 },
      },
    ],
  },
};

/** A mail as HTML, in the colour of the association, and as plain text. */
export async function renderMail(body: ReactElement): Promise<{ html: string; text: string }> {
  const value = association().lightColour ?? siteColour;
  const mail = createElement(MailColourContext, { value }, body);
  return { html: await render(mail), text: await render(mail, plainText) };
}
