import type { Actor } from '~/actor';
import { authorise } from '~/permissions';
import memberGuide from './member-guide.en.json';
import secretariatGuide from './secretariat-guide.en.json';

/** What members can do on the site, for newcomers. */
export function getMemberGuide(actor: Actor) {
  authorise(actor, 'area.members');
  return memberGuide;
}

/** What administrators do on the site, for a new secretariat. */
export function getSecretariatGuide(actor: Actor) {
  authorise(actor, 'area.administration');
  return secretariatGuide;
}
