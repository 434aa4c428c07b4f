/** A program of Debian's that a part of `npm run faults` needs; the message says how to get it. */
export class MissingProgram extends Error {}
