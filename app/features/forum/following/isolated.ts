/**
 * A name or title for a text into which it is put: written in another direction, it does not turn
 * the words around it (Unicode bidirectional algorithm, isolates). Where it stands in an element of
 * its own, that is a `bdi`.
 */
export const isolated = (text: string) => `\u2068${text}\u2069`;
