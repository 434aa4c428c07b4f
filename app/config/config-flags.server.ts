import type { z } from 'zod';
import { nearestName } from './config-names.server';

export const flagDefaults = {
  selfRegistration: false,
  serverFunctionRegistration: true,
  gravatar: false,
  publicProfiles: false,
  darkMode: true,
  privacyPolicyLink: true,
  endUserAgreementLink: true,
  fourEyes: true,
  /** Changes of who may do what, and resets, need a second administrator, if there is one. */
  twoAdministrators: false,
  /** On by default in production. */
  analytics: false,
  /** On by default in production. */
  botProtection: false,
  errorTracking: false,
  /** Writes a line to the log for each request. */
  accessLog: false,
  /** Adds the client's IP address to it. */
  accessLogAddresses: false,
  /** Writes whole network addresses into security events, which fail2ban needs. */
  securityLogAddresses: false,
  /** Answers GET /metrics to Prometheus, which has to send a token. */
  metrics: false,
  /** Public pages for visitors come from memory. */
  pageCache: true,
  /** How much one address and one account may have under way at a time. */
  requestLimits: true,
  /** Shows to everybody what the statistics hold. */
  publicStatistics: false,
  /** Visitors find the public decisions; off, all decisions are for members. */
  publicDecisions: true,
  /** On by default in production. */
  requireSecondFactor: false,
  /** The same for members. */
  requireMemberSecondFactor: false,
  /** Administrators who have a passkey sign in with nothing else. */
  passkeysForAdministrators: false,
  /** Browsers insist on HTTPS for all names below that of the site, too (RFC 6797 section 6.1.2). */
  hstsIncludeSubDomains: false,
  /** Asks browser makers to keep the site in their lists of HTTPS only (hstspreload.org). */
  hstsPreload: false,
  /** Hours after which an administrator signs in again, however often the session was used. */
  administratorSessionHours: 12,
  /** The same for members, in days. */
  memberSessionDays: 90,
};

export type Flags = typeof flagDefaults;
export type FlagName = keyof Flags;

/** The largest number a flag with a number may have. */
const largest = 366;

/** Flags of earlier releases that have no meaning any more; a site that still names one starts. */
const retiredFlags = new Set(['dataCache']);

const flagNames = Object.keys(flagDefaults).filter(isFlagName);

function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(flagDefaults, name);
}

/** Reads FLAGS; names and values that it does not know are problems. */
export function parseFlags(text: string, context: z.RefinementCtx): Partial<Flags> {
  const flags: Partial<Flags> = {};
  for (const entry of text.split(/[,\s]+/).filter(Boolean)) {
    const [name = '', value = 'on'] = entry.split(/=(.*)/);
    if (retiredFlags.has(name)) continue;
    const message = isFlagName(name)
      ? setFlag(flags, name, value)
      : `"${entry}" is not one of ${flagNames.join(', ')}; probably ${nearestName(name, flagNames)} was meant`;
    if (message === null) continue;
    context.addIssue({ code: 'custom', message });
    return flags;
  }
  if (flags.hstsPreload && !flags.hstsIncludeSubDomains) {
    const message = 'hstsPreload=on needs hstsIncludeSubDomains=on (hstspreload.org)';
    context.addIssue({ code: 'custom', message });
  }
  return flags;
}

/** @returns what the value may be, when it is another; else null */
function setFlag(flags: Partial<Flags>, name: FlagName, value: string): string | null {
  if (isNumberFlag(name)) {
    const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > largest)
      return `${name} must be a whole number from 1 to ${largest}, such as ${name}=${flagDefaults[name]}`;
    flags[name] = number;
    return null;
  }
  if (value !== 'on' && value !== 'off') return `${name} must be on or off, such as ${name}=on`;
  flags[name] = value === 'on';
  return null;
}

type NumberFlag = 'administratorSessionHours' | 'memberSessionDays';

function isNumberFlag(name: FlagName): name is NumberFlag {
  return typeof flagDefaults[name] === 'number';
}

/** Spec section 9: analytics and the check against robots are on in production only. */
export function productionFlags(production: boolean): Partial<Flags> {
  return { requireSecondFactor: production, analytics: production, botProtection: production };
}
