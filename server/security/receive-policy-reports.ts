import type { Handler } from 'hono';
import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { recordPolicyReports } from '~/features/telemetry/error-tracking/error-tracking.server';
import type { Environment } from '../app';
import { clientAddressOf } from './client-address';

/** Longer than browsers send; they bundle a few reports at most. */
export const longestPolicyReport = 64 * 1024;

/** Neither can be sent from another site without asking first (Fetch standard), and we never agree. */
const contentTypes = new Set(['application/csp-report', 'application/reports+json']);

/**
 * Takes what browsers report about the content security policy. Such requests come from the browser
 * and not from a page, without cookies and often without origin, so they stand before the check of
 * the origin: nothing of a session is read here, and all that can be done is to add a line to the
 * list of faults. Without error tracking there is no such address.
 */
export const receivePolicyReports: Handler<Environment> = async (context) => {
  if (!config().flags.errorTracking || context.req.method !== 'POST') {
    return context.text('Not found.', 404);
  }
  const [type = ''] = (context.req.header('Content-Type') ?? '').toLowerCase().split(';', 1);
  if (!contentTypes.has(type.trim())) return context.text('Not a report.', 415);
  const site = context.req.header('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') return context.text('Not from here.', 403);
  const body: unknown = await context.req.json().catch(() => null);
  try {
    const isReport = await recordPolicyReports(anonymous, body, clientAddressOf(context));
    return isReport ? context.body(null, 204) : context.text('Not a report.', 400);
  } catch (error) {
    if (error instanceof AppError) return context.text('Too many reports.', 429);
    throw error;
  }
};
