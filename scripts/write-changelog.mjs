/** `npm run changelog`: writes CHANGELOG.md from the commits; tags such as v1.2.0 are releases. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogOf } from './commit-subjects.mjs';
import { gitLines } from './git-log.mjs';
import { projectRoot } from './project-root.mjs';

const tags = gitLines(['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname']);
const subjects = (/** @type {string} */ range) =>
  gitLines(['log', '--no-merges', '--format=%s', range]);
const releases = tags.map((tag, at) => {
  const before = tags[at + 1];
  const [date] = gitLines(['log', '-1', '--format=%cs', tag]);
  return {
    title: `${tag.slice(1)} (${date})`,
    subjects: subjects(before ? `${before}..${tag}` : tag),
  };
});
const latest = tags[0];
const unreleased = {
  title: 'Not yet released',
  subjects: subjects(latest ? `${latest}..HEAD` : 'HEAD'),
};
writeFileSync(join(projectRoot, 'CHANGELOG.md'), changelogOf([unreleased, ...releases]));
