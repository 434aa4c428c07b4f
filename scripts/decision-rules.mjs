/** What a decision record has to look like: one page, with the four headings of its form. */

const maxLines = 50;
const maxWidth = 120;
const maxSupersededLines = 15;
const headings = ['Context', 'Decision', 'Consequences', 'Alternatives'];

/**
 * @param {string} text of a decision record
 * @returns {string[]} what is wrong with it
 */
export function decisionProblems(text) {
  const lines = text.trimEnd().split('\n');
  const problems = [];
  if (!/^# \d+\. /.test(lines[0] ?? '')) problems.push('the first line is no numbered title');
  if (lines.some((line) => line.length > maxWidth))
    problems.push(`a line is longer than ${maxWidth} characters`);
  const isSuperseded = /^Superseded by \[decision \d+\]\(\d{3}-[a-z-]+\.md\)/m.test(text);
  const limit = isSuperseded ? maxSupersededLines : maxLines;
  if (lines.length > limit) problems.push(`${lines.length} lines, at most ${limit}`);
  if (isSuperseded) return problems;
  const found = lines.flatMap((line) => /^## (.*)/.exec(line)?.[1] ?? []);
  if (found.join() !== headings.join())
    problems.push(`its headings are not ${headings.join(', ')}`);
  if (!/^Date: \d{1,2} [A-Z][a-z]+ \d{4}/m.test(text)) problems.push('no date');
  return problems;
}
