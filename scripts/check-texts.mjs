/**
 * What no other tool checks of the texts: that each key is in one file only, in all languages, and
 * used; and that they are written as CONTRIBUTING.md says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './files-under.mjs';
import { projectRoot } from './project-root.mjs';
import { keysNamedIn, withoutPlural } from './text-keys.mjs';
import { breakingSpace, signalsIn } from './text-signals.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(projectRoot, path), 'utf8');
const files = ['app', 'server'].flatMap(filesUnder).filter((path) => !/\.test\.tsx?$/.test(path));
/** @type {string[]} */
const problems = [];

/** @type {Record<string, Map<string, string>>} */
const texts = { en: new Map(), fr: new Map(), de: new Map() };
for (const path of files) {
  const language = /\/texts\/(\w+)\.json$/.exec(path)?.[1];
  if (!language) continue;
  for (const [key, text] of Object.entries(JSON.parse(read(path)))) {
    if (texts[language]?.has(key)) problems.push(`${path}: ${key} is in another file too`);
    texts[language]?.set(key, text);
    for (const why of signalsIn(language, key, text)) problems.push(`${path}: ${key}: ${why}`);
  }
}

/** Every string of a guide, however deep. @param {unknown} value @returns {string[]} */
const stringsOf = (value) => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? Object.values(value ?? {}).flatMap(stringsOf) : [];
};

const guides = files.filter((path) => /\/guide\/[-\w]+\.\w+\.json$/.test(path));
for (const path of guides) {
  const language = /\.(\w+)\.json$/.exec(path)?.[1] ?? '';
  for (const text of stringsOf(JSON.parse(read(path)))) {
    for (const why of signalsIn(language, path, text)) problems.push(`${path}: ${why}: ${text}`);
  }
}
if (guides.length === 0) problems.push('no guide was read');

const content = filesUnder('content').filter((path) => path.endsWith('.fr.json'));
for (const path of content) {
  for (const text of stringsOf(JSON.parse(read(path)))) {
    if (breakingSpace.test(text)) problems.push(`${path}: ordinary space in French: ${text}`);
  }
}
if (content.length === 0) problems.push('no French content was read');

const keysOf = (/** @type {string} */ language) =>
  new Set([...(texts[language]?.keys() ?? [])].map(withoutPlural));
const english = keysOf('en');
for (const language of ['fr', 'de']) {
  const keys = keysOf(language);
  for (const key of english) if (!keys.has(key)) problems.push(`${key}: no text in ${language}`);
  for (const key of keys) if (!english.has(key)) problems.push(`${key}: no text in en`);
}

const sources = files.filter((path) => /\.tsx?$/.test(path)).map(read);
const all = [...(texts.en?.keys() ?? [])];
// What the server answers with is named there, not where it is shown.
const used = keysNamedIn(sources.join('\n').replaceAll('useTextOf()', ''), all);
for (const key of all) if (!used.has(key)) problems.push(`${key}: used nowhere`);

for (const problem of problems) console.error(problem);
console.log(`${all.length} texts, ${problems.length} problems`);
if (problems.length > 0 || all.length < 1000) process.exitCode = 1;
