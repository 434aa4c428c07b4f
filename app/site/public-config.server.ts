import { config } from '~/config/config.server';
import { askedConsent } from '~/features/consent/consent.server';

export type PublicConfig = ReturnType<typeof publicConfig>;

/** What the browser may know of the configuration, picked by hand. */
export function publicConfig() {
  const { association, flags, languages } = config();
  return {
    association: {
      name: association.name,
      shortName: association.shortName,
      address: association.address,
      email: association.email,
      vat: association.vat,
      networkUrl: association.networkUrl,
    },
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
