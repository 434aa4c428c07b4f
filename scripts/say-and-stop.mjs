/** A failure that one sentence explains; it is shown without a stack. */
export class SayAndStop extends Error {}

/**
 * Runs a script's work and turns its failure into a sentence and exit code 1.
 * @param {() => Promise<void>} work
 */
export async function orSayWhy(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof SayAndStop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
