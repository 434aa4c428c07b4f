import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { keyedHash } from '~/platform/keyed-hash.server';
import { countEventStreams } from '~/platform/live.server';
import { secret } from '~/platform/secret.server';

/**
 * Figures for Prometheus, counted from the start of the process. Names, methods and results only:
 * no addresses of pages, no persons.
 */
const registry = new Registry();

const requests = new Histogram({
  name: 'site_request_seconds',
  help: 'Requests and their duration in seconds, by method and status',
  labelNames: ['method', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const jobs = new Counter({
  name: 'site_jobs_total',
  help: 'Background jobs by name and result',
  labelNames: ['job', 'result'],
  registers: [registry],
});

const mails = new Counter({
  name: 'site_mails_total',
  help: 'Mails by result',
  labelNames: ['result'],
  registers: [registry],
});

const failures = new Counter({
  name: 'site_errors_total',
  help: 'Failed requests and jobs',
  labelNames: ['kind'],
  registers: [registry],
});

registry.registerMetric(
  new Gauge({
    name: 'site_live_listeners',
    help: 'Open pages with live updates in this process',
    registers: [],
    collect() {
      this.set(countEventStreams());
    },
  }),
);

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** @param answered its method, its status, and how many seconds it took */
export function countRequest(answered: { method: string; status: number; seconds: number }): void {
  const method = known.has(answered.method) ? answered.method : 'other';
  requests.observe({ method, status: String(answered.status) }, answered.seconds);
}

export function countJob(job: string, result: 'done' | 'failed'): void {
  jobs.inc({ job, result });
}

export function countMail(result: 'sent' | 'failed'): void {
  mails.inc({ result });
}

export function countFailure(kind: 'request' | 'job'): void {
  failures.inc({ kind });
}

/** A figure that is read when someone asks. */
export type ReadFigure = { name: string; labels?: Record<string, string>; value: number };

let readFigures: () => Promise<ReadFigure[]> = () => Promise.resolve([]);

/** Says where the figures come from that are read when someone asks. */
export function provideFigures(read: () => Promise<ReadFigure[]>): void {
  readFigures = read;
}

const readNames = new Set<string>();

async function setReadFigures(): Promise<void> {
  const figures = await readFigures();
  // What cannot be read this time has no value, rather than an old one.
  for (const name of readNames) registry.removeSingleMetric(name);
  const gauges = new Map<string, Gauge>();
  for (const { name, labels = {}, value } of figures) {
    const gauge = gauges.get(name) ?? newGauge(name, Object.keys(labels));
    gauges.set(name, gauge);
    readNames.add(name);
    gauge.set(labels, value);
  }
}

const newGauge = (name: string, labelNames: string[]) =>
  new Gauge({ name, help: 'See the health page', labelNames, registers: [registry] });

/** The bearer token of /metrics, derived from the secret and equal on every node. */
export const metricsToken = (): string => keyedHash(secret(), 'metrics', 'read');

let isCollecting = false;

/** All figures in the text format of Prometheus; those of the process are taken from the first call on. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  if (!isCollecting) collectDefaultMetrics({ register: registry });
  isCollecting = true;
  await setReadFigures();
  return { type: registry.contentType, text: await registry.metrics() };
}
