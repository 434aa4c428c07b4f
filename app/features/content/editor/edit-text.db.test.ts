import sharp from 'sharp';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { attachFile } from '~/features/content/files/attachments.server';
import { setCover } from '~/features/content/files/pictures.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { formValues } from './content-lines';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

test('a cover and an attachment, which saving keeps, are no difference to what was typed', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const text = await writeNews(admin, { slug: 'with-files' });
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#358' } });
  await setCover(admin, { ...text, baseVersion: 2 }, await picture.png().toBuffer());
  const file = { title: 'Programme', fileName: 'programme.pdf', bytes: pdf };
  await attachFile(admin, { ...text, baseVersion: 3 }, file);
  const typed = typedNews({ slug: 'with-files', title: 'Another title' }).content;
  const { pinned: _pinned, ...values } = formValues(typed);
  const answer = await askRoute({
    actor: admin,
    pattern: '/administration/content/:kind/:id',
    params: { kind: text.kind, id: text.id },
    form: {
      ...values,
      body: 'The words of the text.',
      bodyFormat: 'text',
      baseVersion: '2',
      versionName: '',
    },
  });
  expect(answer).toMatchObject({
    data: { error: 'error.changed-meanwhile', meanwhile: [{ field: 'title' }] },
    init: { status: 409 },
  });
});
