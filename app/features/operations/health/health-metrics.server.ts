import type { ReadFigure } from '~/platform/log/metrics.server';
import type { HealthPart } from './health-check';
import { readHealth } from './health.server';

const verdictNumbers = { good: 0, attention: 1, bad: 2 } as const;

/** The verdicts of the health page and its figures, for /metrics; what is unknown is left out. */
export async function readHealthFigures(): Promise<ReadFigure[]> {
  return (await readHealth()).flatMap((part) => [...verdictOf(part), ...figuresOf(part)]);
}

function verdictOf({ name, verdict }: HealthPart): ReadFigure[] {
  if (verdict === 'unknown') return [];
  const labels = { check: name.replace('health.', '') };
  return [{ name: 'site_health_verdict', labels, value: verdictNumbers[verdict] }];
}

function figuresOf({ facts }: HealthPart): ReadFigure[] {
  return facts.flatMap(({ metric, value }) => {
    if (!metric || value === null || typeof value === 'string') return [];
    return [{ name: metric, value: value instanceof Date ? value.getTime() / 1_000 : value }];
  });
}
