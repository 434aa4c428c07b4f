import { dateOfNight } from './backup-format.server';

/** How many backups are kept: the newest of so many days, weeks and months that have one. */
export type RetentionRules = { daily: number; weekly: number; monthly: number };

const day = (at: Date) => at.toISOString().slice(0, 10);
const month = (at: Date) => at.toISOString().slice(0, 7);

/** The Monday of its week, in UTC. */
function week(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return day(monday);
}

/**
 * Chooses the backups to keep. Days without a backup do not count, so nothing is removed because
 * backups have stopped.
 * @param nights names, in any order
 * @returns `daily` are those that the rule for days keeps, which recovery to any time begins from
 */
export function selectNights(
  nights: readonly string[],
  rules: RetentionRules,
): { kept: Set<string>; daily: Set<string> } {
  const newestFirst = nights.toSorted().toReversed();
  const newestOf = (periodOf: (at: Date) => string, count: number) => {
    const found = new Map<string, string>();
    for (const night of newestFirst) {
      const period = periodOf(dateOfNight(night));
      if (!found.has(period) && found.size < count) found.set(period, night);
    }
    return [...found.values()];
  };
  const daily = new Set(newestOf(day, rules.daily));
  const kept = new Set([
    ...daily,
    ...newestOf(week, rules.weekly),
    ...newestOf(month, rules.monthly),
  ]);
  return { kept, daily };
}
