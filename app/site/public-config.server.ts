import { config } from '~/config/config.server';
import { brandColours } from '~/features/operations/association/brand-colours';
import { socialCardDigest } from '~/features/operations/association/social-card.server';
import { askedConsent } from '~/features/consent/consent.server';
import { association } from '~/platform/association.server';
import { wordsIn } from './menu/words-in';

export type PublicConfig = ReturnType<typeof publicConfig>;

/**
 * What the browser may know of the configuration, picked by hand.
 * @param language of the reader, in which menu and footer are said where they have words in it
 */
export function publicConfig(language: string) {
  const { flags, languages } = config();
  const own = association();
  const order = [language, languages.default];
  return {
    association: {
      name: own.name,
      shortName: own.shortName,
      address: own.address,
      email: own.email,
      vat: own.vat,
      networkUrl: own.networkUrl,
      logo: own.logoDigest ? `/logo/${own.logoDigest}` : null,
      socialCard: `/social-card/${socialCardDigest()}`,
    },
    colours: brandColours(own),
    menu: own.menu
      .filter(({ isHidden }) => !isHidden)
      .map(({ url, inGroup, ...words }) => ({ url, inGroup, ...wordsIn(words, order) })),
    footer: own.footer.map(({ url, ...words }) => ({ url, ...wordsIn(words, order) })),
    flags: {
      darkMode: flags.darkMode,
      privacyPolicyLink: flags.privacyPolicyLink,
      endUserAgreementLink: flags.endUserAgreementLink,
      publicDecisions: flags.publicDecisions,
      selfRegistration: flags.selfRegistration,
      analytics: flags.analytics,
      botProtection: flags.botProtection,
      errorTracking: flags.errorTracking,
    },
    consent: askedConsent(),
    languages: languages.active,
    origin: config().server.origin,
  };
}
