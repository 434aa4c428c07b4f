import { expect, test } from 'vitest';
import { trialBuild } from '../../tests/support/site/trial-build';
import { pageHandler } from '../page-handler';

const trial = trialBuild({ renders: 0 });
const { plain } = trial.routes;
if (!plain) throw new Error('The trial site has no plain page');
let ended = '';

/** Goes on for ever, until nobody reads it any more. */
const endless = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => {
        ended = 'given up';
      },
    }),
    { headers: { 'Content-Type': 'application/pdf' } },
  );
/** A route without a page: what it answers is all there is. */
const at = (path: string, answers: Pick<typeof plain.module, 'loader' | 'action'>) => {
  const module = { ...plain.module, ...answers };
  Reflect.deleteProperty(module, 'default');
  return { ...plain, id: path, path, module };
};
const build = {
  ...trial,
  routes: {
    ...trial.routes,
    file: at('file', { loader: endless, action: endless }),
    names: at('names', { loader: () => Response.json(['Ada']) }),
  },
};
const handle = pageHandler(() => build, 'production');

async function ask(path: string, method = 'GET') {
  const request = new Request(`https://association.example${path}`, { method });
  const facts = { requestId: 'none', nonce: 'nonce', clientAddress: '127.0.0.1' };
  return handle(request, facts);
}

test.each(['GET', 'POST'])('a file that is asked for as data by %s is not read', async (method) => {
  ended = '';
  const response = await ask('/file.data', method);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('error.not-found');
  expect(ended).toBe('given up');
});

test('at its own address it is there', async () => {
  const response = await ask('/file');
  expect(response.status).toBe(200);
  await response.body?.cancel();
});

test('short answers are data as before', async () => {
  expect(await (await ask('/names.data')).text()).toContain('Ada');
});
