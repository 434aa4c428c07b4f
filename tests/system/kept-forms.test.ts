import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { patterns } from '../e2e/steps/site-map';

/** Pages with a form in which much is typed. */
const forms = [
  '/membership',
  '/membership/status/:token',
  '/administration/applications/:id',
  '/events/:slug/registration',
  '/guest/:token',
  '/registration/:token',
  '/settings',
  '/decisions/propose',
  '/administration/decisions/:id',
  '/administration/newsletters/:id',
  '/administration/association',
  '/administration/users/new',
  '/administration/content/new',
  '/administration/forum/:id',
  '/administration/events/:id',
  '/administration/decisions/courts/:code',
];

test.each(forms)('a cut connection leaves the form as it is: %s', async (pattern) => {
  const file = patterns.find(({ text }) => text === pattern)?.file ?? '';
  const module: Record<string, unknown> = await import(join(projectRoot(), 'app', file));
  const { clientAction } = module;
  if (typeof clientAction !== 'function') throw new Error('An error page would replace it');
  const send = async (reason: unknown): Promise<unknown> => {
    const serverAction = async () => {
      throw reason;
    };
    return Reflect.apply(clientAction, undefined, [{ serverAction }]);
  };
  await expect(send(new TypeError('Failed to fetch'))).resolves.toMatchObject({
    data: { error: 'error.no-answer' },
    init: { status: 503 },
  });
  // What the router throws where the server answers so.
  const outage = { status: 503, statusText: '', internal: false, data: null };
  await expect(send(outage)).resolves.toMatchObject({
    data: { error: 'error.service-unavailable' },
  });
  await expect(send(new RangeError('A fault'))).rejects.toThrow('A fault');
});
