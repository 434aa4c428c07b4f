import { demonstrationPassword, emailOf, siteOrigin } from './steps/accounts';
import { expect, storages, submitSignIn, test, toast, visit } from './steps/fixtures';

test.describe('the page one wanted', () => {
  test('comes after sign-in, with its query', async ({ page }) => {
    await visit(page, '/settings?from=mail&tab=name');
    await expect(page).toHaveURL(
      `/login?redirectUrl=${encodeURIComponent('/settings?from=mail&tab=name')}`,
    );
    await expect
      .poll(async () => (await storages(page)).session.redirectUrl)
      .toBe('/settings?from=mail&tab=name');
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/settings?from=mail&tab=name');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account settings');
    await expect(toast(page, 'You are signed in.')).toBeVisible();
    await expect.poll(async () => (await storages(page)).session.redirectUrl).toBeUndefined();
  });

  test('comes with its fragment, also after a mistyped password', async ({ page, strayThings }) => {
    strayThings.expect(/Failed to load resource.* 401 /);
    await visit(page, '/forum#site-map');
    await expect
      .poll(async () => (await storages(page)).session.redirectUrl)
      .toBe('/forum#site-map');
    await submitSignIn(page, { email: emailOf('member'), password: 'not-the-password' });
    await expect(
      page.getByRole('main').getByText(/^The e-mail address or the password/),
    ).toBeVisible();
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/forum#site-map');
  });

  test('comes with any fragment, also one that says nothing', async ({ page, strayThings }) => {
    strayThings.expect(/is not a decodable element ID/);
    await visit(page, `/login?redirectUrl=${encodeURIComponent('/about#100%')}`);
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/about#100%');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About the association');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('is remembered while one looks at other pages first', async ({ page }) => {
    await visit(page, '/forum');
    await page.getByRole('link', { name: 'I have forgotten my password' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/forum');
  });

  test('comes without JavaScript as well', async ({ openBrowser }) => {
    const page = await openBrowser({ javaScriptEnabled: false });
    await page.goto('/intranet?folder=minutes');
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/intranet?folder=minutes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library');
  });

  test('is the home page when the address names another site', async ({ page }) => {
    await visit(page, `/login?redirectUrl=${encodeURIComponent('//evil.example/login')}`);
    await expect.poll(async () => (await storages(page)).session.redirectUrl).toBeUndefined();
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/');
    await expect(toast(page, 'You are signed in.')).toBeVisible();
  });

  test('is the home page when the remembered address names another site', async ({ page }) => {
    await visit(page, '/about');
    await page.evaluate(() => sessionStorage.setItem('redirectUrl', '/\\evil.example'));
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await submitSignIn(page, { email: emailOf('member') });
    await expect(page).toHaveURL('/');
  });

  test('is never another site, whatever the form says', async () => {
    const foreign = [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/..//evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      'https:evil.example',
      'javascript:alert(1)',
      'evil.example',
      '@evil.example',
    ];
    for (const redirectUrl of foreign) {
      const answer = await fetch(`${siteOrigin()}/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          email: emailOf('member'),
          password: demonstrationPassword(),
          redirectUrl,
        }),
      });
      const location = answer.headers.get('location');
      expect([answer.status, location], redirectUrl).toEqual([302, '/']);
    }
  });
});
