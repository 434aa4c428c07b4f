import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { noteError } from '~/platform/log.server';

/** A page takes longer than this only when something hangs, in milliseconds. */
const patience = 10_000;

type Rendering = { nonce: string; signal: AbortSignal };
type RenderedWhole = {
  /** What follows the `doctype`. */
  html: string;
  hasFailed: boolean;
};

/** How a page begins; put before a long one as a string, it would have to be copied once more. */
export const doctype = '<!DOCTYPE html>';

/** React's marks of a part that waits for something, or has failed. */
const unfinished = ['<!--$?-->', '<!--$!-->'];

/**
 * The whole page before the first byte: then its status is the true one, and it is compressed in
 * one go. Pages have their data before they are rendered, so that they are made in one step; one
 * that waits for something after all, or fails, is made again in steps, which say what is wrong.
 */
export function renderWhole(page: ReactNode, rendering: Rendering): Promise<RenderedWhole> {
  const html = renderAtOnce(page);
  if (html === null) return renderInSteps(page, rendering);
  return Promise.resolve({ html, hasFailed: false });
}

function renderAtOnce(page: ReactNode): string | null {
  try {
    const html = renderToString(page);
    return unfinished.some((mark) => html.includes(mark)) ? null : html;
  } catch {
    return null;
  }
}

function renderInSteps(page: ReactNode, { nonce, signal }: Rendering): Promise<RenderedWhole> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const whole = new PassThrough();
    void text(whole)
      .then((html) => resolve({ html: html.slice(doctype.length), hasFailed }), reject)
      .finally(stopWaiting);
    const stream = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => stream.pipe(whole),
      onShellError(error: unknown) {
        stopWaiting();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
      onError(error: unknown) {
        hasFailed = true;
        if (!signal.aborted) noteError(error);
      },
    });
    const giveUp = () => stream.abort(signal.reason);
    const timer = setTimeout(giveUp, patience);
    signal.addEventListener('abort', giveUp, { once: true });
    // A page that is done is held by nothing any more.
    function stopWaiting() {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  });
}
