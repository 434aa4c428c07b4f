import { z } from 'zod';
import { parseSmtpUrl } from './smtp-url';
import { flagDefaults, parseFlags, productionFlags } from './config-flags.server';
import { findMistypedNames } from './config-names.server';
import {
  backupStoreProblem,
  databaseProblems,
  databaseUrlProblem,
  fileStoreProblem,
  isLanguageCode,
  originProblem,
  type Problem,
  productionProblems,
  providerProblems,
  scannerProblem,
  walArchiveProblem,
} from './config-rules.server';

/**
 * Environment -> typed configuration. The only reader of `process.env`.
 * Every variable is listed in `.env.example`; a test compares the two.
 */

/** A text in which `findProblem` finds nothing wrong. */
const checked = (findProblem: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = findProblem(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

function smtpProblem(text: string): string | null {
  try {
    parseSmtpUrl(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);
const onOff = z.enum(['0', '1'], { error: 'must be 0 or 1' });
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://www.example.org',
});

/** Recipients of alerts: e-mail addresses, and webhooks over HTTPS. */
function parseAlertAddresses(text: string, context: z.RefinementCtx) {
  const entries = text.split(/[,\s]+/).filter(Boolean);
  const isWebhook = (entry: string) => webhook.safeParse(entry).success;
  const wrong = entries.find((entry) => !isWebhook(entry) && !z.email().safeParse(entry).success);
  if (wrong !== undefined) {
    const message = `"${wrong}" is neither an e-mail address nor an address that begins with https://`;
    context.addIssue({ code: 'custom', message });
  }
  return {
    mails: entries.filter((entry) => !isWebhook(entry)),
    webhooks: entries.filter(isWebhook),
  };
}

/** Without HTTPS only to this machine. */
const webhook = z.union([
  z.url({ protocol: /^https$/ }),
  z.url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/ }),
]);

const wholeNumber = (minimum: number, maximum: number) => {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.coerce.number({ error }).int({ error }).min(minimum, { error }).max(maximum, { error });
};

const noLanguage = ({ input }: { input?: unknown }) =>
  `"${String(input)}" is no language; must be a list of languages by two letters, such as en, fr`;

/** Languages in which something is shown, the same as or others than those of the texts around it. */
const contentLanguages = z
  .string()
  .default('en')
  .transform((text) => text.split(/[,\s]+/).filter(Boolean))
  .pipe(
    z
      .array(z.string().refine(isLanguageCode, { error: noLanguage }))
      .min(1, { error: 'must name at least one language' }),
  );

/** One entry per environment variable, grouped; the order is that of `.env.example`. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'must be production, development or test; without it the site is a demonstration',
    })
    .optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  ORIGIN: checked(originProblem)
    .transform((address) => new URL(address).origin)
    .optional(),
  TRUSTED_PROXIES: wholeNumber(0, 5).default(0),
  APP_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters; make one with: openssl rand -hex 32' })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: checked(databaseUrlProblem).optional(),
  DATABASE_DIRECT_URL: checked(databaseUrlProblem).optional(),
  DATABASE_REPLICA_URL: checked(databaseUrlProblem).optional(),
  FILE_STORE_URL: checked(fileStoreProblem).optional(),
  BACKUP_STORE: checked(backupStoreProblem).optional(),
  BACKUP_RECIPIENT: optionalText,
  WAL_ARCHIVE: checked(walArchiveProblem).optional(),
  INTRANET_FILE_MB: wholeNumber(1, 1_000_000).default(2_000),
  INTRANET_AREA_GB: wholeNumber(1, 1_000_000).default(50),
  INTRANET_TRASH_DAYS: wholeNumber(0, 3_650).default(30),
  CLAMD_ADDRESS: checked(scannerProblem).optional(),
  SMTP_URL: checked(smtpProblem).optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .pipe(z.email({ error: 'must be an e-mail address alone, without a name' }))
    .optional(),
  ALERTS_TO: z.string().default('').transform(parseAlertAddresses),
  NEWSLETTER_PER_MINUTE: wholeNumber(1, 100_000).default(200),
  DEMO: onOff.optional(),
  DEMO_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).optional(),
  LANGUAGES: z
    .string()
    .default('en')
    .transform((text) => text.split(/[,\s]+/).filter(Boolean))
    .pipe(
      z
        .array(z.enum(['en', 'fr', 'de'], { error: 'must be a list of en, fr, de' }))
        .min(1, { error: 'must name at least one language' }),
    ),
  NEWS_LANGUAGES: contentLanguages,
  INTRANET_LANGUAGES: contentLanguages,
  FLAGS: z.string().default('').transform(parseFlags),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  ASSOCIATION_NAME: z
    .string()
    .min(1)
    .default('European Association of Data Protection Judges AISBL'),
  ASSOCIATION_SHORT_NAME: z
    .string()
    .min(1)
    .max(40, { error: 'must have 40 characters at most' })
    .default('Data Protection Judges'),
  ASSOCIATION_ADDRESS: z.string().min(1).default('Rue de l’Exemple 1, 1000 Brussels, Belgium'),
  ASSOCIATION_EMAIL: z
    .email({ error: 'must be an e-mail address' })
    .default('secretariat@association.example'),
  ASSOCIATION_VAT: z.string().min(1).default('BE 0000.000.000'),
  ASSOCIATION_NETWORK_URL: webAddress.default('https://www.linkedin.com/company/example'),
});

export type Language = 'en' | 'fr' | 'de';

export type Config = ReturnType<typeof parseConfig>;

/** Thrown when the environment cannot be used; `message` has one line per variable. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment.
 * @param environment variable name -> value, as in `process.env`; empty values count as absent
 * @throws ConfigError with one line per bad variable
 */
export function parseConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  );
  const result = environmentSchema.safeParse(given);
  const problems = oneLinePerVariable([
    ...(result.error?.issues.map(({ path, message }): Problem => [String(path[0]), message]) ?? []),
    ...(given.NODE_ENV === 'production' ? productionProblems(given) : []),
    ...providerProblems(given),
    ...databaseProblems(given),
    ...findMistypedNames(given, Object.keys(environmentSchema.shape)).map(
      ({ name, meant }): Problem => [
        name,
        `is no variable of this site; write ${meant} if that was meant, or remove it`,
      ],
    ),
  ]);
  if (!result.success || problems) throw new ConfigError(problems);
  return configOf(result.data);
}

type Values = z.output<typeof environmentSchema>;

function configOf(values: Values) {
  const production = values.NODE_ENV === 'production';
  const [defaultLanguage = 'en'] = values.LANGUAGES;
  return {
    production,
    server: {
      host: values.HOST,
      port: values.PORT,
      origin: values.ORIGIN ?? `http://${values.HOST}:${values.PORT}`,
      originIsGiven: values.ORIGIN !== undefined,
      trustedProxies: values.TRUSTED_PROXIES,
      logLevel: values.LOG_LEVEL,
    },
    secret: values.APP_SECRET,
    /**
     * Of scrypt, as OWASP's cheat sheet on storing passwords asks with 16 MB for each (ASVS 11.4.2).
     * No variable changes it; only tests put another in its place.
     */
    passwordCost: { N: 2 ** 14, r: 8, p: 5 },
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** The server itself, where `databaseUrl` is a pooler in transaction mode. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    /** A server that follows it, for reads that may be some seconds old. */
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    /** Where files are kept: a folder of the data directory, or an S3-compatible store. */
    fileStoreUrl: values.FILE_STORE_URL,
    backup: {
      /** A folder, or an address such as that of the file store. */
      store: values.BACKUP_STORE,
      /** Public key of age that backups are encrypted to. */
      recipient: values.BACKUP_RECIPIENT,
      /** Folder for the write-ahead log of the embedded database; absent: no archive. */
      walArchive: values.WAL_ARCHIVE,
    },
    intranet: {
      /** Bytes of one file, and of all files of a collection. */
      longestFile: values.INTRANET_FILE_MB * 1_000_000,
      areaQuota: values.INTRANET_AREA_GB * 1_000_000_000,
      /** Days in the trash before something is gone; 0: at once. */
      trashDays: values.INTRANET_TRASH_DAYS,
      /** host:port or socket path of clamd; absent: files are not scanned. */
      virusScanner: values.CLAMD_ADDRESS,
    },
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM ?? values.ASSOCIATION_EMAIL,
      newslettersPerMinute: values.NEWSLETTER_PER_MINUTE,
    },
    /** Recipients of alerts from the health checks; by default the accounts with the role DEV. */
    alerts: values.ALERTS_TO,
    demonstration: {
      enabled: !production && values.DEMO !== '0',
      password: values.DEMO_PASSWORD,
      /** Made by the program when none is given; printed at the start. */
      generated: noPassword,
    },
    languages: {
      active: values.LANGUAGES,
      default: defaultLanguage,
      /** In which news are published (spec section 9). */
      news: values.NEWS_LANGUAGES,
      /** Of the documents that members see in the library (spec section 9). */
      intranet: values.INTRANET_LANGUAGES,
    },
    flags: { ...flagDefaults, ...productionFlags(production), ...values.FLAGS },
    hostedProvider: hostedProviderOf(values),
    association: associationOf(values),
  };
}

const associationOf = (values: Values) => ({
  name: values.ASSOCIATION_NAME,
  shortName: values.ASSOCIATION_SHORT_NAME,
  address: values.ASSOCIATION_ADDRESS,
  email: values.ASSOCIATION_EMAIL,
  vat: values.ASSOCIATION_VAT,
  networkUrl: values.ASSOCIATION_NETWORK_URL,
});

/** The hosted sign-in provider (OpenID Connect). */
function hostedProviderOf(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = values;
  return issuer && id && secret ? { issuer, clientId: id, clientSecret: secret } : null;
}

const noPassword: string | undefined = undefined;

/** The first problem of each variable, also where it has several or its entries have. */
function oneLinePerVariable(problems: readonly Problem[]): string {
  const lines = new Map<string, string>();
  for (const [name, message] of problems) {
    if (!lines.has(name)) lines.set(name, `${name}: ${message}`);
  }
  return [...lines.values()].join('\n');
}

let current: Config | undefined;

/** The configuration of this process; read from the environment at the first call. */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}

/** Replaces the configuration of this process, for the start (port in use) and for tests. */
export function setConfig(next: Config): void {
  current = next;
}

/** What systemd tells the service it has started (sd_notify(3), sd_watchdog_enabled(3)). */
export function serviceManager(): { socket: string; watchdogMicroseconds: number } | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: interval, WATCHDOG_PID: pid } = process.env;
  if (!socket) return null;
  const isForUs = pid === undefined || pid === String(process.pid);
  return { socket, watchdogMicroseconds: isForUs ? Number(interval ?? 0) : 0 };
}
