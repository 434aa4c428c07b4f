/**
 * Runs the steps in turn, also when one of them fails: what comes later does not depend on it.
 * @throws what failed, at the end; of several an AggregateError
 */
export async function runAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, 'Some of the steps have failed');
  if (failures.length === 1) throw failures[0];
}
