import { readFileSync } from 'node:fs';

/** @typedef {Record<string, string[]>} Unit the values of each key, whatever its section */

/**
 * The keys of a unit file (systemd.syntax).
 * @param {string} name of the unit
 * @returns {Unit}
 */
export function readUnit(name) {
  /** @type {Unit} */
  const unit = {};
  for (const line of linesOf(`/etc/systemd/system/${name}`)) {
    const { key, value } = keyAndValue(line);
    if (key) unit[key] = [...(unit[key] ?? []), value];
  }
  return unit;
}

/**
 * The environment of a service: Environment, then EnvironmentFile, which takes precedence.
 * @param {Unit} unit
 * @returns {Record<string, string>}
 */
export function environmentOf(unit) {
  const assignments = [
    ...(unit.Environment ?? []).flatMap(wordsOf),
    ...(unit.EnvironmentFile ?? []).flatMap(linesOf).map(unquoted),
  ];
  return Object.fromEntries(assignments.map(keyAndValue).map(({ key, value }) => [key, value]));
}

/**
 * A command line in words, with its quotes taken away and its specifiers resolved.
 * @param {string} line
 */
export function wordsOf(line) {
  return [...line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2').replaceAll('%%', '%'),
  );
}

/** @param {string} line of an environment file */
function unquoted(line) {
  return line.replace(/^([^=]+)="(.*)"\s*$/, '$1=$2');
}

/** @param {string} path */
function linesOf(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^[^#;[]/.test(line));
}

/** @param {string} line */
function keyAndValue(line) {
  const at = line.indexOf('=');
  return { key: line.slice(0, Math.max(at, 0)).trim(), value: line.slice(at + 1).trim() };
}
