import { randomUUID } from 'node:crypto';
import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { ServerBuild } from 'react-router';
import { pingDatabase } from '~/db/db.server';
import { noteFailure } from '~/answers/failure.server';
import { preflightHeaders } from '~/features/decisions/exports/exports.server';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import { translationsFile } from '~/i18n/translations.server';
import { isOutage } from '~/answers/outage.server';
import { pingFileStore } from '~/platform/files/file-store.server';
import { pingJobQueue } from '~/platform/jobs/job-queue.server';
import { withRequestScope } from '~/platform/log/log.server';
import { noteOutage } from '~/platform/log/outage-log.server';
import { pingSchema } from '~/platform/schema-watch.server';
import { apiProblems } from './api-problems';
import { noteRequestId } from './log/access-log';
import { clientAddressOf } from './security/client-address';
import { oneClickUnsubscribe } from './one-click-unsubscribe';
import { compressPage } from './compress-page';
import { acceptForms, limitTo } from './security/body-parser';
import { limitRequests } from './security/limit-requests';
import { newNonce } from './security/nonce';
import { pageHandler } from './page-handler';
import { refuseWritesWhenOutdated } from './start/refuse-writes-when-outdated';
import { logFailures } from './log/request-log';
import { patternsOf } from './security/route-patterns';
import { sameOriginOnly } from './security/same-origin';
import {
  policyReportsPath,
  securityHeaders,
  withoutContentSecurityPolicy,
} from './security/security-headers';
import { staticFiles } from './static-files';
import { longestPolicyReport, receivePolicyReports } from './security/receive-policy-reports';
import { receiveUpload } from './receive-upload';
import { pageMethods, normalizePath } from './security/normalize-path';
import { wellKnown } from './well-known';

export type Environment = {
  Bindings: Partial<HttpBindings>;
  Variables: { nonce: string; requestId: string };
};

export type AppParts = {
  /** React Router's server build. */
  build: () => Promise<ServerBuild> | ServerBuild;
  mode: 'production' | 'development';
  /** What finds the texts for the browser; in development another one after each change. */
  textsFile?: () => Promise<typeof translationsFile>;
  /** Folder of the client build; absent in development, where Vite serves the files. */
  clientFolder?: string;
};

/** Gives each request an id, which its log lines carry. */
function identifyRequest(build: AppParts['build']): MiddlewareHandler<Environment> {
  const patternOf = patternsOf(build);
  return async (context, next) => {
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.set('nonce', newNonce());
    const { method, path, raw } = context.req;
    const pattern = await patternOf();
    const client = clientAddressOf(context);
    const scope = { requestId, method, client, routeOf: () => pattern(path) };
    await withRequestScope(scope, async () => {
      await next();
      const answered = { status: context.res.status, isAborted: raw.signal.aborted };
      const loggedAs = logFailures(answered) ?? requestId;
      context.res.headers.set('X-Request-Id', loggedAs);
      const { outgoing } = context.env;
      if (outgoing instanceof ServerResponse) noteRequestId(outgoing, loggedAs);
    });
    const wait = waits[context.res.status];
    if (wait && !context.res.headers.has('Retry-After'))
      context.res.headers.set('Retry-After', wait);
    // A page without a form: its refusal is made where the methods are not known (RFC 9110 15.5.6).
    if (context.res.status === 405 && !context.res.headers.has('Allow'))
      context.res.headers.set('Allow', 'GET, HEAD');
  };
}

/** Seconds after which asking again makes sense (RFC 9110, 10.2.3), where nothing nearer is said. */
const waits: Partial<Record<number, string>> = { 429: '900', 503: '5' };

/** What gets public decisions out, to pages of other sites too. */
const publicInterface = [
  '/api/openapi.json',
  '/api/:list{decisions[a-z.]*}',
  '/api/decisions/:identifier',
];

/** Composes the HTTP application; the same in production, development and tests. */
export function createApp(parts: AppParts): Hono<Environment> {
  const { build, mode, clientFolder, textsFile = async () => translationsFile } = parts;
  const app = new Hono<Environment>();

  app.use(identifyRequest(build));
  if (mode === 'development') app.use(withoutContentSecurityPolicy);
  app.use('/api/*', apiProblems);
  app.use(securityHeaders);
  app.use(normalizePath);

  app.get('/healthz', limitRequests, (context) =>
    context.text('ok', 200, { 'Cache-Control': 'no-store' }),
  );
  app.get('/readyz', limitRequests, async (context) => {
    const parts = await readiness();
    const isReady = Object.values(parts).every((state) => state === 'ok');
    return context.json(parts, isReady ? 200 : 503, { 'Cache-Control': 'no-store' });
  });

  app.use(refuseWritesWhenOutdated);
  app.use(compress({ threshold: 1024 }));
  app.get('/assets/i18n/:file', async (context) => {
    const find = await textsFile();
    const file = find(context.req.path, context.req.query('page'));
    if (!file) return context.notFound();
    if ('location' in file) return context.redirect(file.location);
    return context.body(file.json, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  });
  app.route('/', wellKnown());
  if (clientFolder) app.route('/', staticFiles(clientFolder));

  app.all(policyReportsPath, limitTo(longestPolicyReport), receivePolicyReports);
  app.use(oneClickUnsubscribe);
  app.use(sameOriginOnly);
  // Files have their own way in, with their own limits.
  app.all('/uploads', limitRequests, receiveUpload);
  app.all('/uploads/:id', limitRequests, receiveUpload);
  app.on('OPTIONS', publicInterface, (context) => context.body(null, 204, preflightHeaders()));
  app.options('*', (context) => context.body(null, 204, { Allow: pageMethods }));
  app.on(['PUT', 'PATCH', 'DELETE'], '*', (context) =>
    context.text('Method not allowed.', 405, { Allow: pageMethods }),
  );
  app.use(...acceptForms);

  const answerByRoutes = pageHandler(build, mode);
  app.all('*', async (context) => {
    const answer = await answerByRoutes(context.req.raw, {
      requestId: context.get('requestId'),
      nonce: context.get('nonce'),
      clientAddress: clientAddressOf(context),
    });
    return compressPage(answer, context.req.header('Accept-Encoding'));
  });

  app.onError(sayThatItFailed);
  app.notFound((context) => context.text('Not found.', 404));
  return app;
}

const sayThatItFailed: ErrorHandler<Environment> = (error, context) => {
  // A body that was cut off, for one: nobody is there to hear of it.
  if (context.req.raw.signal.aborted) return context.text('The request was cut off.', 408);
  const requestId = noteFailure(error) ?? context.get('requestId');
  if (isOutage(error)) {
    const text = `The service is not available at the moment. Please try again in a few minutes. Request ${requestId}.`;
    return context.text(text, 503, { 'Retry-After': '5' });
  }
  void recordServerError('server', error, { url: context.req.path, requestId });
  return context.text(`Something went wrong. Request ${requestId}.`, 500);
};

async function readiness(): Promise<Record<string, 'ok' | 'failed'>> {
  const checks = {
    database: pingDatabase,
    schema: pingSchema,
    files: pingFileStore,
    jobs: pingJobQueue,
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const state = await check().then(
        () => 'ok' as const,
        (error: unknown) => {
          noteOutage(error);
          return 'failed' as const;
        },
      );
      return [name, state] as const;
    }),
  );
  return Object.fromEntries(results);
}
