import type { Actor } from '~/policy/actor';
import type { Language } from '~/config/config.server';
import { authorise } from '~/policy/permissions';
import type { GuideText } from './guide';
import memberDe from './member-guide.de.json';
import memberEn from './member-guide.en.json';
import memberFr from './member-guide.fr.json';
import secretariatDe from './secretariat-guide.de.json';
import secretariatEn from './secretariat-guide.en.json';
import secretariatFr from './secretariat-guide.fr.json';

const memberGuides: Record<Language, GuideText> = { en: memberEn, fr: memberFr, de: memberDe };
const secretariatGuides: Record<Language, GuideText> = {
  en: secretariatEn,
  fr: secretariatFr,
  de: secretariatDe,
};

/** What members can do on the site, for newcomers. */
export function getMemberGuide(actor: Actor, language: Language): GuideText {
  authorise(actor, 'area.members');
  return memberGuides[language];
}

/** What administrators do on the site, for a new secretariat. */
export function getSecretariatGuide(actor: Actor, language: Language): GuideText {
  authorise(actor, 'area.administration');
  return secretariatGuides[language];
}
