/**
 * Names by which one reaches into what a dependency does not document: they may be others in its next
 * release. The product uses what is documented; see docs/decisions/014-one-way-to-render.md.
 */
const privateNames = [
  /\bUNSAFE_\w+/,
  /\bunstable_\w+/,
  /\b__\w*(reactRouter|SECRET|INTERNALS)\w*/i,
  // Of React Router: what it hands from the server to the browser.
  /\b(renderMeta|streamCache|serverHandoffStream|didRenderScripts|_deepestRenderedBoundaryId|_match)\b/,
  // Of React: elements and fibres by their own fields.
  /\b_owner\b|\$\$typeof|__reactFiber|__reactProps/,
  // What everybody calls is not replaced.
  /\b(window|globalThis|self|global)(\.|\[')fetch('\])?\s*=[^=]/,
  // Files of a package that it does not offer for import.
  /from '(react|react-dom|react-router|@react-router\/\w+|better-auth|pg-boss)\/(dist|lib|src)\//,
];

/**
 * @param {string} line of code
 * @returns {boolean} whether it uses a private part of a dependency
 */
export const usesPrivateParts = (line) => privateNames.some((name) => name.test(line));

/** The tables of the job queue, which has an API for what it holds. Tests may put a state into them. */
const queueTables = /\b(from|join|into|update|truncate|table|only)\s+"?pgboss"?\s*\./i;

/**
 * @param {string} line of code
 * @returns {boolean} whether it reads or writes the tables of the job queue
 */
export const usesQueueTables = (line) => queueTables.test(line);
