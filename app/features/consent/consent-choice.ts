/** Services that run only with consent (spec section 9); the others are required. */
export const optionalServices = ['analytics', 'errorTracking'] as const;
export type OptionalService = (typeof optionalServices)[number];
export type ConsentChoices = Record<OptionalService, boolean>;

export type Consent = {
  /** Random, 16 bytes in hex: the number of the receipt. */
  receipt: string;
  /** The version of the question; another version is asked again. */
  purposes: string;
  /** Milliseconds since 1970. */
  givenAt: number;
  choices: ConsentChoices;
};

/** Spec section 9: consent lasts 365 days. In seconds. */
export const consentLasts = 365 * 24 * 3600;

export const consentCookie = 'consent';

export const denied: ConsentChoices = { analytics: false, errorTracking: false };

/** The value of the cookie: receipt, version of the purposes, seconds since 1970, what is granted. */
export function consentValue({ receipt, purposes, givenAt, choices }: Consent): string {
  const granted = optionalServices.filter((service) => choices[service]).join('+') || 'none';
  return [receipt, purposes, Math.floor(givenAt / 1000), granted].join('.');
}

const cookiePattern = /(?:^|;\s*)consent=([0-9a-f]{32})\.([0-9a-f]{8})\.(\d{9,11})\.([a-zA-Z+]+)/;

/**
 * Reads a choice out of a cookie header or `document.cookie`, however old it is.
 * @param purposes the current version of the question
 * @returns null when nothing was chosen, or the question has changed since
 */
export function keptConsent(cookies: string | null, purposes: string): Consent | null {
  const [, receipt, version, seconds, granted] = cookiePattern.exec(cookies ?? '') ?? [];
  if (!receipt || !version || !seconds || !granted || version !== purposes) return null;
  const names = granted.split('+');
  return {
    receipt,
    purposes: version,
    givenAt: Number(seconds) * 1000,
    choices: {
      analytics: names.includes('analytics'),
      errorTracking: names.includes('errorTracking'),
    },
  };
}

/**
 * Runs before the first paint and shows the notice where nothing was chosen, so that nothing moves
 * when the page comes to life.
 * @param purposes the current version of the question
 */
export const consentScript = (purposes: string) =>
  `if(!document.cookie.includes('.${purposes}.')&&navigator.globalPrivacyControl!==true&&navigator.doNotTrack!=='1')document.documentElement.dataset.consent='asked'`;

/**
 * The choice that counts at a moment.
 * @param asked the version asked for now, and the present moment in milliseconds since 1970
 * @returns null also when 365 days have passed
 */
export function consentIn(
  cookies: string | null,
  { purposes, now }: { purposes: string; now: number },
): Consent | null {
  const consent = keptConsent(cookies, purposes);
  if (!consent) return null;
  const { givenAt } = consent;
  const isOver = now >= givenAt + consentLasts * 1000;
  return isOver || givenAt > now + 24 * 3600 * 1000 ? null : consent;
}

/** The choices among the services that were shown; others are never granted. */
export function choicesAmong(
  services: readonly { name: string }[],
  isGranted: (service: OptionalService) => boolean,
): ConsentChoices {
  const [analytics = false, errorTracking = false] = optionalServices.map(
    (service) => services.some(({ name }) => name === service) && isGranted(service),
  );
  return { analytics, errorTracking };
}

/** A number for a new receipt. */
export function newReceipt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The cookie that keeps a choice, as a `Set-Cookie` value or for `document.cookie`. */
export function consentCookieLine(consent: Consent, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${consentLasts}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${consentCookie}=${consentValue(consent)}; ${attributes}`;
}
