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
  /** On by default in production. */
  analytics: false,
  /** On by default in production. */
  botProtection: false,
  errorTracking: false,
  /** Writes a line to the log for each request. */
  accessLog: false,
  /** Adds the client's IP address to it. */
  accessLogAddresses: false,
  /** Answers GET /metrics to Prometheus, which has to send a token. */
  metrics: false,
  /** Public pages for visitors come from memory. */
  pageCache: true,
  /** How much one address and one account may have under way at a time. */
  requestLimits: true,
  /** Shows to everybody what the statistics hold. */
  publicStatistics: false,
  /** On by default in production. */
  requireSecondFactor: false,
  /** Browsers insist on HTTPS for all names below that of the site, too (RFC 6797 section 6.1.2). */
  hstsIncludeSubDomains: false,
  /** Asks browser makers to keep the site in their lists of HTTPS only (hstspreload.org). */
  hstsPreload: false,
};

export type FlagName = keyof typeof flagDefaults;
export type Flags = Record<FlagName, boolean>;

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
    const [name = '', value = 'on'] = entry.split('=');
    if (retiredFlags.has(name)) continue;
    if (!isFlagName(name) || !['on', 'off'].includes(value)) {
      const meant = isFlagName(name) ? name : nearestName(name, flagNames);
      const message = `"${entry}" is not one of ${flagNames.join(', ')}, followed by =on or =off; probably ${meant} was meant`;
      context.addIssue({ code: 'custom', message });
      return flags;
    }
    flags[name] = value === 'on';
  }
  if (flags.hstsPreload && !flags.hstsIncludeSubDomains) {
    const message = 'hstsPreload=on needs hstsIncludeSubDomains=on (hstspreload.org)';
    context.addIssue({ code: 'custom', message });
  }
  return flags;
}

/** Spec section 9: analytics and the check against robots are on in production only. */
export function productionFlags(production: boolean): Partial<Flags> {
  return { requireSecondFactor: production, analytics: production, botProtection: production };
}
