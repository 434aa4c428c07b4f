import { data } from 'react-router';
import { AppError } from '~/errors';
import { noteFailure } from '~/failure.server';

/**
 * For loaders: turns a refusal of a front door into the page with its status; unknown errors stay
 * what they are, are logged whole and show the plain page. Use as `.catch(showErrorPage)`.
 */
export function showErrorPage(error: unknown): never {
  if (error instanceof AppError) {
    if (error.status < 500) throw data(error.code, { status: error.status });
    const headers = error.status === 503 ? { 'Retry-After': '5' } : undefined;
    const requestId = noteFailure(error);
    throw data({ code: error.code, requestId }, { status: error.status, headers });
  }
  throw error;
}
