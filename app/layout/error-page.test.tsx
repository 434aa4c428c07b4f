import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, data, RouterProvider, useRouteError } from 'react-router';
import { expect, test } from 'vitest';
import { createTranslate } from '~/i18n/translate';
import { TranslationProvider } from '~/i18n/translation-context';
import { translations } from '~/i18n/translations.server';
import { ErrorPage } from './error-page';

function Boundary() {
  return <ErrorPage error={useRouteError()} />;
}

/** The page for what a loader has thrown. */
async function pageFor(code: string, status: number): Promise<string> {
  const loader = () => {
    throw data(code, { status });
  };
  const router = createMemoryRouter([
    { path: '/', loader, Component: Boundary, ErrorBoundary: Boundary },
  ]);
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
    router.initialize();
  });
  return renderToStaticMarkup(
    <TranslationProvider language="en" translate={createTranslate('en', translations.en)}>
      <RouterProvider router={router} />
    </TranslationProvider>,
  );
}

test.each([
  ['error.intranet-resource.could-not-get-intranet-resource', 404],
  ['error.intranet-resource.could-not-get-intranet-resources', 503],
])('a reader of the library is told: %s', async (code, status) => {
  expect(await pageFor(code, status)).toContain(`<p>${translations.en[code]}</p>`);
});

test.each([
  ['error.export.busy', 503],
  ['error.export.running', 429],
])('who downloads data and has to wait is told so, with the way back: %s', async (code, status) => {
  const page = await pageFor(code, status);
  expect(page).toContain(`<p>${translations.en[code]}</p>`);
  expect(page).toContain('href="/settings/data"');
});

test('an invitation that has been answered is not said to be missing', async () => {
  const page = await pageFor('error.registration.invitation-used', 404);
  expect(page).toContain('<h1>Invitation already answered</h1>');
  expect(page).toContain('If you have withdrawn it, ask the secretariat for a new invitation.');
  expect(page).not.toContain(translations.en['not-found.title']);
});

test('a text that is data of something else is not shown', async () => {
  const page = await pageFor('error.not-found', 404);
  expect(page).toContain(`<p>${translations.en['not-found.text']}</p>`);
});
