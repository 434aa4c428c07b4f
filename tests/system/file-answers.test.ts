import { describe, expect, test } from 'vitest';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { patterns } from '../e2e/steps/site-map';
import { asDataContext, withoutFilesAsData } from '../../server/security/reject-file-data';
import { trialBuild } from '../support/site/trial-build';

/** What the router of the browser, or a script, gets short answers from: JSON, states, redirects. */
const shortAnswers = [
  '/administration/content/:kind/:id/files',
  '/administration/content/pictures',
  '/administration/events/:id/files',
  '/administration/views',
  '/api/auth/callback/hosted',
  '/app-check',
  '/consent/receipts',
  '/events',
  '/forum/drafts/save',
  '/forum/members',
  '/forum/topic/:id/read',
  '/hosted-sign-in',
  '/intranet/deletion',
  '/intranet/documents/:document/links/:page',
  '/intranet/folders/:collection',
  '/intranet/unfinished/:collection',
  '/language',
  '/page-views',
  '/palette',
  '/passkey/register',
  '/passkey/sign-in',
  '/sign-out',
  '/tracked-errors',
];

const modules = import.meta.glob<Record<string, unknown>>('../../app/**/*.route.{ts,tsx}');
const routes = await Promise.all(
  patterns.map(async ({ text: pattern, file }) => {
    const module = (await modules[`../../app/${file}`]?.()) ?? {};
    return { pattern, module };
  }),
);
const withoutPage = routes.filter(({ module }) => !module['default']);
const fileOf = ({ module: { handle } }: (typeof routes)[number]) =>
  typeof handle === 'object' && handle && 'file' in handle ? handle.file : undefined;
const files = withoutPage.filter((route) => fileOf(route) !== undefined);

test('each route without a page says which of its answers is a file, or has short ones', () => {
  const others = withoutPage.filter((route) => fileOf(route) === undefined);
  expect(others.map(({ pattern }) => pattern).toSorted()).toEqual(shortAnswers);
  expect(files.length).toBeGreaterThan(15);
});

test('no route with a page calls an answer of its own a file', () => {
  const pages = routes.filter(({ module }) => module['default']);
  expect(pages.filter((route) => fileOf(route) !== undefined)).toEqual([]);
});

describe.each(files)('the file of $pattern', ({ pattern, module: { handle, ...own } }) => {
  const file = fileOf({ pattern, module: { handle } });

  test('is an answer that the route has', () => {
    expect(own[String(file)]).toBeTypeOf('function');
  });

  test('is not begun when it is asked for as data', async () => {
    const begun: string[] = [];
    const answer = (part: string) => () => {
      begun.push(part);
      return null;
    };
    const trial: ServerBuild = trialBuild({ renders: 0 });
    const { plain } = trial.routes;
    if (!plain) throw new Error('The trial site has no plain page');
    const module = { ...plain.module, handle, loader: answer('loader'), action: answer('action') };
    const build = withoutFilesAsData({ ...trial, routes: { plain: { ...plain, module } } });
    const ask = async (part: 'loader' | 'action', isData: boolean) => {
      const context = new RouterContextProvider();
      context.set(asDataContext, isData);
      const asked = build.routes['plain']?.module[part];
      if (!asked) throw new Error('The wrapped route has lost an answer');
      const request = new Request('https://association.example/');
      const url = new URL(request.url);
      return asked({ request, url, context, params: {}, pattern });
    };
    for (const part of ['loader', 'action'] as const) {
      if (part === file) {
        await expect(ask(part, true)).rejects.toMatchObject({ init: { status: 404 } });
        expect(begun).not.toContain(part);
      } else {
        await ask(part, true);
        expect(begun).toContain(part);
      }
    }
    await ask('loader', false);
    await ask('action', false);
    expect(begun).toEqual(expect.arrayContaining(['loader', 'action']));
  });
});
