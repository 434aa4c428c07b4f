import { data } from 'react-router';
import { AppError } from '~/errors';

/**
 * For loaders: turns a refusal of a front door into the page with its status; unknown errors stay
 * what they are, are logged whole and show the plain page. Use as `.catch(showErrorPage)`.
 */
export function showErrorPage(error: unknown): never {
  if (error instanceof AppError) {
    const headers = error.status === 503 ? { 'Retry-After': '5' } : undefined;
    throw data(error.code, { status: error.status, headers });
  }
  throw error;
}
