import {
  createStaticHandler,
  data,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import handleRequest from './entry.server';

const asContext = z.custom<RouterContextProvider>((value) => typeof value === 'object');
const asEntry = z.custom<EntryContext>((value) => typeof value === 'object');

/** The status of the page that answers a refused form, whose loader does this. */
async function statusAfterRefusal(loader: () => unknown): Promise<number> {
  const action = () => data({ refused: true }, { status: 400 });
  const handler = createStaticHandler([{ path: '/', id: 'page', action, loader }]);
  const sent = new Request('https://association.example/', { method: 'POST', body: 'a=b' });
  const found = await handler.query(sent);
  if (found instanceof Response) throw new Error('The router has answered by itself');
  expect(found.statusCode).toBe(400);
  const asked = new Request(sent.url, { method: 'HEAD' });
  const entry = asEntry.parse({ staticHandlerContext: found });
  const answer = await handleRequest(asked, 400, new Headers(), entry, asContext.parse({}));
  return answer.status;
}

test('a refused form whose page cannot be shown is an outage, and a refusal where it can', async () => {
  const throwOutage = () => {
    throw data({}, { status: 503 });
  };
  const fail = () => {
    throw new Error('a mistake');
  };
  expect(await statusAfterRefusal(throwOutage)).toBe(503);
  expect(await statusAfterRefusal(fail)).toBe(500);
  expect(await statusAfterRefusal(() => ({}))).toBe(400);
});
