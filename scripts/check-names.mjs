/**
 * The rules about names and words that no other tool checks: what files may be called, and what
 * may not stand in them.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decisionProblems } from './decision-rules.mjs';
import { filesUnder } from './files-under.mjs';
import { usesPrivateParts, usesQueueTables } from './private-parts.mjs';
import { projectRoot } from './project-root.mjs';

const folders = ['app', 'server', 'tests', 'ops', 'scripts'];
const maxLines = 350;

/** Names that say nothing about what is inside, so that anything ends up there. */
const emptyNames = new Set(
  'utils util helpers helper common misc shared manager service handler data info types index'.split(
    ' ',
  ),
);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const code = /\.(tsx?|mjs|cjs|css)$/;
/** Where React makes markup other than that of a page. */
const makesMarkup = new Set([
  'app/features/compliance/own-data/archive-page.server.tsx',
  'app/features/writing/rendered-texts/rendered-texts.server.ts',
  'app/rich-text/rendered-text.ts',
]);
const isTest = (/** @type {string} */ path) => /^tests\/|\.test\.tsx?$/.test(path);
const stickyHook = 'useStickyActionData(';
const lists = new Set(['scripts/check-names.mjs', 'scripts/private-parts.mjs']);

/** @typedef {{ test: (line: string) => boolean }} Pattern */
/** @typedef {{ why: string, pattern: Pattern, files: (path: string) => boolean }} ForbiddenText */

/** @type {ForbiddenText[]} */
const forbiddenTexts = [
  {
    why: 'markup is put into a page in one place, app/ui/rich-text/raw-html.tsx',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|\bsetHTML/,
    files: (path) => /^(app|server)\//.test(path) && path !== 'app/ui/rich-text/raw-html.tsx',
  },
  {
    why: 'rich texts become markup in features/writing/rendered-texts',
    pattern: /\b(renderToStaticMarkup|renderToString|checkedHtml)\b/,
    files: (path) => /^(app|server)\//.test(path) && !isTest(path) && !makesMarkup.has(path),
  },
  {
    // runIf stays: some things only root, or only one platform, can try.
    why: 'every test runs, always',
    pattern:
      /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|skipIf|todo|fixme|fails?)\b|\b[fx](it|describe)\(/,
    files: isTest,
  },
  {
    why: 'open work is an issue, not a comment',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
    files: () => true,
  },
  {
    why: 'the environment is read in app/config/config.server.ts',
    pattern: /\bprocess\.env\b/,
    files: (path) =>
      /^(app|server)\//.test(path) && !isTest(path) && path !== 'app/config/config.server.ts',
  },
  {
    why: 'only what a dependency documents is used',
    pattern: { test: usesPrivateParts },
    files: (path) => /^(app|server|scripts)\//.test(path),
  },
  {
    why: 'the job queue is asked by its API',
    pattern: { test: usesQueueTables },
    files: (path) => /^(app|server|scripts)\//.test(path) && !isTest(path),
  },
  {
    why: 'a name is imported from the file that holds it',
    pattern: /^\s*export \*/,
    // It stands for the whole library.
    files: (path) => path !== 'scripts/zod-without-eval.mjs',
  },
];

const problems = folders
  .flatMap(filesUnder)
  .flatMap((path) => [
    ...badNames(path),
    ...(code.test(path) && !lists.has(path) ? badTexts(path) : []),
  ])
  .concat(filesUnder('docs/decisions').flatMap(badDecision));
for (const problem of problems) console.log(problem);
console.log(`${problems.length} names or words that are not used here`);
if (problems.length > 0) process.exitCode = 1;

/** @param {string} path */
function badDecision(path) {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  return decisionProblems(text).map((problem) => `${path}: ${problem}`);
}

/** @param {string} path */
function badNames(path) {
  const name = basename(path);
  const [stem = ''] = name.split('.');
  const found = [];
  if (code.test(name) && !kebabCase.test(name)) found.push(`${path}: not kebab-case`);
  if (emptyNames.has(stem)) found.push(`${path}: named for nothing that is inside`);
  for (const folder of path.split('/').slice(1, -1)) {
    if (emptyNames.has(folder)) found.push(`${path}: "${folder}" names nothing that is inside`);
  }
  return found;
}

/** @param {string} path */
function badTexts(path) {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const lines = text.split('\n');
  const rules = forbiddenTexts.filter(({ files }) => files(path));
  const found = lines.flatMap((line, index) =>
    rules
      .filter(({ pattern }) => pattern.test(line))
      .map(({ why }) => `${path}:${index + 1}: ${line.trim()} (${why})`),
  );
  if (lines.length - 1 > maxLines)
    found.push(`${path}: ${lines.length - 1} lines, at most ${maxLines}`);
  // A page that reads its data again in the background would lose the answer otherwise.
  if (path.endsWith('.route.tsx') && text.includes('actionData') && !text.includes(stickyHook))
    found.push(`${path}: the answer of a form is read by ${stickyHook}`);
  return found;
}
