import type { Flags } from '~/config-flags.server';
import type { TextKey } from '~/i18n/translate';
import type { OptionalService } from '~/lib/consent-choice';

export type ServiceName = 'authentication' | 'preferences' | OptionalService;
export type ConsentCategory = 'functional' | 'statistical' | 'debugging';
export type ConsentService = {
  name: ServiceName;
  category: ConsentCategory;
  isRequired: boolean;
  /** Whether the site uses it now; consent may be given before it is switched on. */
  isInUse: boolean;
};

/** The services of spec section 9, as this site is configured. */
export function consentServices(flags: Pick<Flags, 'analytics' | 'errorTracking'>) {
  const services: ConsentService[] = [
    { name: 'authentication', category: 'functional', isRequired: true, isInUse: true },
    { name: 'preferences', category: 'functional', isRequired: true, isInUse: true },
    {
      name: 'analytics',
      category: 'statistical',
      isRequired: false,
      isInUse: flags.analytics,
    },
  ];
  if (flags.errorTracking) {
    services.push({
      name: 'errorTracking',
      category: 'debugging',
      isRequired: false,
      isInUse: true,
    });
  }
  return services;
}

/** Everything that the dialog says, in its order: a receipt keeps these word for word. */
export function consentTextKeys(services: readonly ConsentService[]): TextKey[] {
  return [
    'consent.title',
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
