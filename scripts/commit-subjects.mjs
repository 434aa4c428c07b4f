/** Conventional Commits 1.0.0, as far as this project uses them. */

const types = 'build chore ci docs feat fix perf refactor revert style test'.split(' ');
const pattern = new RegExp(
  `^(?<type>${types.join('|')})(?:\\((?<scope>[a-z0-9-]+)\\))?(?<breaking>!)?: (?<text>\\S.*)$`,
);
const longest = 72;

/** What readers of the change log want to know of, in its order. */
const chapters = [
  { type: 'feat', title: 'Added' },
  { type: 'fix', title: 'Fixed' },
  { type: 'perf', title: 'Faster' },
];

/**
 * @param {string} subject first line of a commit
 * @returns {string | undefined} what is wrong with it
 */
export function problemOf(subject) {
  if (!pattern.test(subject)) return 'is no Conventional Commit, such as "fix(events): mend dates"';
  if (subject.length > longest) return `has ${subject.length} characters, ${longest} are allowed`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  return undefined;
}

/**
 * @typedef {object} Release
 * @property {string} title such as "1.2.0 (2026-11-24)"
 * @property {readonly string[]} subjects of its commits, newest first
 */

/**
 * @param {readonly Release[]} releases newest first
 * @returns {string} the text of CHANGELOG.md
 */
export function changelogOf(releases) {
  const sections = releases.map(({ title, subjects }) => {
    const commits = subjects.flatMap((subject) => pattern.exec(subject)?.groups ?? []);
    const parts = chapters.flatMap(({ type, title: chapter }) => {
      const lines = commits.filter((commit) => commit.type === type).map(lineOf);
      return lines.length > 0 ? [`### ${chapter}\n\n${lines.join('\n')}`] : [];
    });
    return [`## ${title}`, ...parts].join('\n\n');
  });
  return `${['# Changes', 'Made from the commits by `npm run changelog`.', ...sections].join('\n\n')}\n`;
}

/** @param {Record<string, string | undefined>} commit */
function lineOf({ scope, breaking, text = '' }) {
  const sentence = text[0]?.toUpperCase() + text.slice(1);
  const place = scope ? `**${scope}**: ` : '';
  return `- ${breaking ? 'Breaking: ' : ''}${place}${sentence}`;
}
