import { afterEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { association, reloadAssociation } from '~/platform/association.server';
import { MailLayout, MailLink } from '~/ui/mail-layout.email';
import { translateIn } from '~/i18n/translations.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { saveAssociation } from './association.server';
import { renderMail } from '~/platform/mail/render-mail.server';

afterEach(async () => {
  await db().delete(schema.associationSettings);
  await reloadAssociation();
});

const mail = (
  <MailLayout title="Title" site="Examples" translate={translateIn('en')}>
    <MailLink href="https://site.example/a">Here</MailLink>
  </MailLayout>
);

test('mails have the colour that the administration has chosen', async () => {
  expect((await renderMail(mail)).html).toContain('color:#14386b');
  const { name, shortName, address, email, vat, networkUrl } = association();
  const own = { name, shortName, address, email, vat, networkUrl, darkColour: null };
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  await saveAssociation(admin, { ...own, lightColour: '#7a1f2b' }, 0);
  const { html, text } = await renderMail(mail);
  expect(html.match(/color:#7a1f2b/g)).toHaveLength(2);
  expect(html).not.toContain('#14386b');
  expect(text).toContain('https://site.example/a');
});
