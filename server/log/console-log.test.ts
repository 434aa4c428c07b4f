import { matchRoutes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureLog } from '../../tests/support/site/captured-log';
import { sendConsoleToLog } from './console-log';

const library = console;
const { debug, log, info, warn, error } = library;
let captured: ReturnType<typeof captureLog>;
beforeEach(() => {
  captured = captureLog();
  sendConsoleToLog(library);
});
afterEach(() => {
  Object.assign(library, { debug, log, info, warn, error });
  captured.release();
});

test.each(['/unsubscribe/anna.bell@court.example%E4', '/confirm-email/aB"c\'d%FF'])(
  'what the router says of %s is a line of the log without the address',
  (path) => {
    expect(matchRoutes([{ path: '*' }], path)).not.toBeNull();
    expect(captured.lines).toMatchObject([
      {
        level: 'warn',
        msg: 'a library said',
        said: expect.stringContaining('could not be decoded'),
      },
    ]);
    expect(captured.raw.join()).not.toMatch(/anna|court|confirm|aB/);
  },
);

test('an error that a library shows has its stack in the log, and a text no address', () => {
  const reset = Object.assign(new TypeError('to anna'), { code: 'ECONNRESET' });
  library.error(
    'for anna@court.example',
    new Error('broken'),
    { email: 'anna@court.example' },
    reset,
  );
  library.info('done');
  expect(captured.lines).toMatchObject([
    {
      level: 'error',
      said: 'for [e-mail] Object TypeError ECONNRESET',
      err: { message: 'broken', stack: expect.stringContaining('console-log.test') },
    },
    { level: 'info', said: 'done' },
  ]);
  expect(captured.raw.join()).not.toContain('anna');
});
