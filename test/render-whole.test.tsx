import { Suspense, use } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { doctype, renderWhole } from '~/render-whole.server';

const rendering = { nonce: 'n', signal: new AbortController().signal };

const page = (inside: React.ReactNode) => (
  <html lang="en">
    <head>
      <title>A page</title>
    </head>
    <body>
      <Suspense fallback={<p>Wait</p>}>{inside}</Suspense>
    </body>
  </html>
);

const render = (inside: React.ReactNode) => renderWhole(page(inside), rendering);

/** The same page by React's own stream. */
function streamed(inside: React.ReactNode): Promise<string> {
  const whole = new PassThrough();
  const stream = renderToPipeableStream(page(inside), { onAllReady: () => stream.pipe(whole) });
  return text(whole);
}

test('a page made in one step is the page that a stream would make', async () => {
  const inside = (
    <p>
      One & {'<two>'} {3}
    </p>
  );
  const { html, hasFailed } = await render(inside);
  expect(doctype + html).toBe(await streamed(inside));
  expect(html).toMatch(/^<html lang="en">/);
  expect(hasFailed).toBe(false);
});

test('a page that waits for something is whole all the same', async () => {
  const later = new Promise<string>((resolve) => setTimeout(() => resolve('There it is'), 20));
  const Waiting = () => <p>{use(later)}</p>;
  const { html, hasFailed } = await render(<Waiting />);
  expect(html).toMatch(/^<html lang="en">/);
  expect(html).toContain('<p>There it is</p>');
  expect(html).not.toContain('Wait');
  expect(hasFailed).toBe(false);
});

function Failing(): never {
  throw new Error('as the test wants it');
}

test('a part that fails is told of, and a page that fails as a whole is an error', async () => {
  expect(await render(<Failing />)).toMatchObject({ hasFailed: true });
  await expect(renderWhole(<Failing />, rendering)).rejects.toThrow('as the test wants it');
});
