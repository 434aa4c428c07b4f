/**
 * Fails when the first line of a commit is no Conventional Commit or is too long. Commits from before
 * this check, and on branches that began before it, are as they are; so are merges. In a shallow
 * clone the check sees what there is, and without a history there is nothing to see.
 */
import { problemOf } from './commit-subjects.mjs';
import { gitLines, hasHistory } from './git-log.mjs';

const self = 'scripts/check-commits.mjs';
const added = hasHistory() ? gitLines(['log', '--diff-filter=A', '--format=%H', '--', self]) : [];
const first = added.at(-1);
const commits = first
  ? gitLines(['log', '--no-merges', '--ancestry-path', '--format=%h %s', `${first}..HEAD`])
  : [];
const problems = commits.flatMap((line) => {
  const [hash = '', ...words] = line.split(' ');
  const problem = problemOf(words.join(' '));
  return problem ? [`${hash} "${words.join(' ')}" ${problem}`] : [];
});
for (const problem of problems) console.log(problem);
console.log(`${commits.length} commits, ${problems.length} with a wrong first line`);
if (problems.length > 0) process.exitCode = 1;
