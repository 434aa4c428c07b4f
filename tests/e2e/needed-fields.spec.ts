import type { Locator, Page } from '@playwright/test';
import { expect, test, visit } from './steps/fixtures';
import { createDraft, field, press } from './steps/publishing-steps';

/** Each editor with what is empty in it at first, though it is needed, and a field beside. */
const editors = [
  { kind: 'news', needed: ['Teaser', 'Author shown', 'Text'], beside: 'Cover image credit' },
  { kind: 'article', needed: ['Teaser', 'Abstract', 'Authors', 'Text'], beside: 'Subtitle' },
  { kind: 'page', needed: ['Text'], beside: 'Description for search engines' },
  {
    kind: 'event',
    needed: ['Title', 'Summary', 'Text', 'Begins', 'Ends', 'Town'],
    beside: 'Venue',
  },
] as const;
type Editor = (typeof editors)[number];

const fieldOf = (page: Page, name: string): Locator =>
  name === 'Authors' ? page.getByRole('group', { name, exact: true }) : field(page, name).first();

async function begin(page: Page, { kind }: Editor): Promise<void> {
  if (kind === 'event') {
    await visit(page, '/administration/events/new');
    return;
  }
  await createDraft(page, kind, `Nothing but a ${kind} title`);
}

/** Fills in one field only, and sends; what is needed is said before and after. */
async function sendIncomplete(page: Page, editor: Editor): Promise<void> {
  const { kind, needed, beside } = editor;
  for (const name of needed) {
    await expect(fieldOf(page, name)).toHaveAccessibleDescription(/Needed to (publish|save)/);
  }
  await field(page, beside).fill('Typed before');
  await press(page, kind === 'event' ? 'Save' : 'Save and publish now');
  const summary = page.getByRole('group', { name: 'What to correct' });
  await expect(summary.getByRole('link')).toHaveCount(needed.length);
  for (const name of needed) {
    await expect(fieldOf(page, name)).toHaveAccessibleDescription(new RegExp(`“${name}”`));
  }
  await expect(field(page, beside)).toHaveValue('Typed before');
  for (const name of needed) {
    await summary.getByRole('link', { name: `“${name}”` }).click();
    await expect(fieldOf(page, name)).toBeFocused();
  }
}

for (const editor of editors) {
  test(`all that is missing in the editor (${editor.kind}) is marked before and said at once`, async ({
    page,
    signInAs,
    strayThings,
  }) => {
    strayThings.expect(/Failed to load resource.* 400 /);
    await signInAs('admin');
    await begin(page, editor);
    await sendIncomplete(page, editor);
  });

  test(`so it is where scripts do not run (${editor.kind})`, async ({
    page,
    signInAs,
    openBrowser,
    strayThings,
  }) => {
    strayThings.expect(/Failed to load resource.* 400 /);
    await signInAs('admin');
    await begin(page, editor);
    const plain = await openBrowser({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    await plain.goto(page.url());
    await sendIncomplete(plain, editor);
  });
}
