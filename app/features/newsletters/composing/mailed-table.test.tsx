import { expect, test } from 'vitest';
import { renderMail } from '~/platform/mail/render-mail.server';
import { richTextSchema } from '~/rich-text/rich-text';
import { MailRichText } from '~/ui/rich-text/mail-rich-text.email';

const cell = (type: string, text: string) => ({
  type,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

test('a table is one in a mail, and keeps rows and columns in its plain text', async () => {
  const text = richTextSchema.parse({
    type: 'doc',
    content: [
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [cell('tableHeader', 'Court'), cell('tableHeader', 'Year')],
          },
          { type: 'tableRow', content: [cell('tableCell', 'CJEU'), cell('tableCell', '2014')] },
        ],
      },
    ],
  });
  const mail = await renderMail(<MailRichText text={text} origin="https://site.example" />);
  expect(mail.html).toMatch(/<th scope="col" style="[^"]*">.*Court.*<td style="[^"]*">.*2014/s);
  expect(
    mail.text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([first]) => first),
  ).toEqual([
    ['Court', 'Year'],
    ['CJEU', '2014'],
  ]);
});
