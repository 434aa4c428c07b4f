/** What a person fills in to apply. */
export function filledApplication(
  email: string,
  changes: Record<string, string> = {},
): Record<string, string> {
  return {
    firstName: 'Ottilie',
    lastName: 'Brand',
    email,
    memberCategory: 'full-practising',
    function: 'Judge',
    courtName: 'Administrative Court',
    courtCity: 'Nordtal',
    country: 'AT',
    gdprExperience: 'Cases on access requests since 2018.',
    workingLanguages: 'de',
    preferredLanguage: 'de',
    acceptStatutes: 'on',
    acceptEndUserAgreement: 'on',
    privacyNoticeSeen: 'on',
    ...changes,
  };
}
