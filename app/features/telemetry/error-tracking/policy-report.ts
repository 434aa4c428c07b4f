import { z } from 'zod';
import { scrubPath } from './scrub';

/** Far longer than any report needs; browsers shorten nothing. */
const longText = z.string().max(8_000);

/** The older way: `report-uri`, one report in a request (CSP level 2). Browsers add fields at will. */
const legacySchema = z.object({
  'csp-report': z.object({
    'document-uri': longText,
    'effective-directive': longText.optional(),
    'violated-directive': longText.optional(),
    'blocked-uri': longText.optional(),
    'source-file': longText.optional(),
    'line-number': z.number().optional(),
    disposition: longText.optional(),
  }),
});

/** The Reporting API: several reports in a request, also of kinds that are not asked for. */
const reportingSchema = z.array(z.unknown()).max(50);
const violationSchema = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: longText,
    effectiveDirective: longText,
    blockedURL: longText.nullish(),
    sourceFile: longText.nullish(),
    lineNumber: z.number().nullish(),
  }),
});

type Violation = {
  document: string;
  directive: string;
  blocked: string;
  sourceFile: string;
  line: number | undefined;
};

/** A violation of the content security policy as it is kept. */
export type PolicyViolation = { message: string; url: string };

/**
 * What reports say that could be a fault of this site. Reports about pages of other sites, and those
 * that browser add-ons cause in our pages, are left out. Addresses are cut down to an origin, or to
 * a path of this site without ids.
 * @param body the parsed JSON of a request
 * @param origin of this site
 * @returns null when the body is no report at all
 */
export function policyViolationsIn(body: unknown, origin: string): PolicyViolation[] | null {
  const violations = violationsIn(body);
  if (!violations) return null;
  const faults = violations.flatMap((violation) => faultOf(violation, origin) ?? []);
  return [...new Map(faults.map((fault) => [`${fault.url} ${fault.message}`, fault])).values()];
}

function violationsIn(body: unknown): Violation[] | null {
  const several = reportingSchema.safeParse(body);
  if (several.success) {
    return several.data.flatMap((each) => {
      const parsed = violationSchema.safeParse(each);
      if (!parsed.success) return [];
      const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } =
        parsed.data.body;
      return {
        document: documentURL,
        directive: effectiveDirective,
        blocked: blockedURL ?? '',
        sourceFile: sourceFile ?? '',
        line: lineNumber ?? undefined,
      };
    });
  }
  const one = legacySchema.safeParse(body);
  if (!one.success) return null;
  const report = one.data['csp-report'];
  return [
    {
      document: report['document-uri'],
      directive: report['effective-directive'] ?? report['violated-directive'] ?? '',
      blocked: report['blocked-uri'] ?? '',
      sourceFile: report['source-file'] ?? '',
      line: report['line-number'],
    },
  ];
}

function faultOf(violation: Violation, origin: string): PolicyViolation | null {
  const page = URL.parse(violation.document);
  const [directive = ''] = violation.directive.split(' ');
  if (page?.origin !== origin || !/^[a-z]{3,20}(-[a-z]{2,10}){1,3}$/.test(directive)) return null;
  const source = placeOf(violation.sourceFile, origin);
  const blocked = whatWasBlocked(violation.blocked, origin);
  if (source === null || blocked === null) return null;
  // Code made from text is nothing we do: without a file of ours it is an add-on's.
  if (/eval/.test(blocked) && source === '') return null;
  const where = source === '' ? '' : ` in ${source}:${Math.trunc(violation.line ?? 0)}`;
  return { message: `${directive} refused ${blocked}${where}`, url: scrubPath(page.pathname) };
}

/** A file of this site by its path; empty when none is named; null when it is another's. */
function placeOf(sourceFile: string, origin: string): string | null {
  if (sourceFile === '') return '';
  const url = URL.parse(sourceFile);
  return url?.origin === origin ? scrubPath(url.pathname) : null;
}

const keywords = /^(inline|eval|wasm-eval|self|trusted-types-policy|trusted-types-sink)$/;

/** A keyword, a scheme, a path of this site, or the origin of another; null for add-ons. */
function whatWasBlocked(blocked: string, origin: string): string | null {
  if (blocked === '' || keywords.test(blocked)) return blocked || 'inline';
  if (/^(data|blob|filesystem)(:|$)/.test(blocked)) return blocked.split(':', 1)[0] ?? null;
  const url = URL.parse(blocked);
  if (!url || !/^(https?|wss?):$/.test(url.protocol)) return null;
  return url.origin === origin ? scrubPath(url.pathname) : `${url.protocol}//${url.host}`;
}
