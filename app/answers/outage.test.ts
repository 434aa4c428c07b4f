import { expect, test } from 'vitest';
import { AppError } from '~/policy/errors';
import { isOutage } from './outage.server';

const withCode = (code: string, syscall?: string) =>
  Object.assign(new Error('failed'), { code, syscall });

test.each([
  ['no server', withCode('ECONNREFUSED')],
  ['a socket that is not there', withCode('ENOENT', 'connect')],
  ['a socket whose queue is full', withCode('EAGAIN', 'connect')],
  ['a name that is not known', withCode('ENODATA', 'getaddrinfo')],
  ['a line that broke', withCode('ECONNRESET')],
  ['a line that is closed', withCode('EPIPE')],
  ['a full disk', withCode('ENOSPC')],
  ['too few file descriptors', withCode('EMFILE')],
  ['too many connections', withCode('53300')],
  ['a server that shuts down', withCode('57P01')],
  ['a server that has crashed', withCode('57P02')],
  ['a server that is starting', withCode('57P03')],
  ['a connection that failed', withCode('08006')],
  ['a password that the server refuses', withCode('28P01')],
  ['a database that is not there', withCode('3D000')],
  ['a statement that took too long', withCode('57014')],
  ['a server that does not greet', new Error('timeout expired')],
  ['a pool that has ended', new Error('Cannot use a pool after calling end on the pool')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a pool without free connections', new Error('timeout exceeded when trying to connect')],
  ['a store out of order', Object.assign(new Error('?'), { $metadata: { httpStatusCode: 503 } })],
  ['our own word for it', new AppError('error.service-unavailable')],
  ['any of them as a cause', new Error('Failed query', { cause: withCode('08006') })],
  ['any of them among several', new AggregateError([withCode('ETIMEDOUT')])],
])('%s is an outage', (_what, error) => {
  expect(isOutage(error)).toBe(true);
});

test.each([
  ['a mistake of ours', new TypeError('x is not a function')],
  ['a row that exists already', withCode('23505')],
  ['a refusal', new AppError('error.not-found')],
  ['a file that is not there', withCode('ENOENT', 'open')],
  ['a table that is not there', withCode('42P01')],
  [
    'a store without the file',
    Object.assign(new Error('?'), { $metadata: { httpStatusCode: 404 } }),
  ],
  ['nothing', null],
])('%s is none', (_what, error) => {
  expect(isOutage(error)).toBe(false);
});
