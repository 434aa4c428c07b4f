import type { Flags } from '~/config/config-flags.server';
import type { TextKey } from '~/i18n/translate';
import type { OptionalService } from './consent-choice';

export type ServiceName = 'authentication' | 'preferences' | OptionalService;
export type ConsentCategory = 'functional' | 'statistical' | 'debugging';
export type ConsentService = {
  name: ServiceName;
  category: ConsentCategory;
  isRequired: boolean;
};

/** The services of spec section 9 that this site uses; consent covers only these. */
export function consentServices(flags: Pick<Flags, 'analytics' | 'errorTracking'>) {
  const services: ConsentService[] = [
    { name: 'authentication', category: 'functional', isRequired: true },
    { name: 'preferences', category: 'functional', isRequired: true },
  ];
  if (flags.analytics) {
    services.push({ name: 'analytics', category: 'statistical', isRequired: false });
  }
  if (flags.errorTracking) {
    services.push({ name: 'errorTracking', category: 'debugging', isRequired: false });
  }
  return services;
}

/** Every service that a receipt can be about, in the order in which they are shown. */
export const allServices = consentServices({ analytics: true, errorTracking: true });

/** The services that the visitor decides about; none: there is nothing to ask. */
export function optionalAmong(services: readonly ConsentService[]): ConsentService[] {
  return services.filter(({ isRequired }) => !isRequired);
}

/** Everything that the notice and the dialog say, in their order: a receipt keeps these word for word. */
export function consentTextKeys(services: readonly ConsentService[]): TextKey[] {
  return [
    'consent.title',
    'consent.ask',
    'consent.intro',
    'consent.optional',
    ...services.flatMap(({ name, category }): TextKey[] => [
      `consent.category.${category}`,
      `consent.service.${name}`,
      `consent.service.${name}.text`,
    ]),
    'consent.lasts',
  ];
}
