/** Why something is not done, in one sentence for the person at the command line. */
export class Refusal extends Error {}
