import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { ZodError } from 'zod';
import { AppError } from '~/policy/errors';
import { translateIn, translations } from '~/i18n/translations.server';
import { Refusal } from '~/policy/refusal';
import type { AdminCommand, Given } from './admin-command';
import { adminCommands } from './admin-commands';
import { closeSite, openSite, requireSite, silenceLogs } from './admin-site';
import { startProblem } from '../start/start-problem';

/** Exit codes: 0 done, 1 refused or failed or something is wrong, 2 not understood. */
const done = 0;
const refused = 1;
const notUnderstood = 2;

/**
 * Runs one command of `npm run admin -- …` and says what came of it in plain English.
 * @param words what was typed after `admin`
 * @returns the exit code
 */
export async function runAdminCommand(words: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = words;
  if (['help', '--help', '-h'].includes(name)) {
    return help(rest[0]);
  }
  const command = commandOf(name);
  if (!command) return unknown(name);
  if (rest.includes('--help') || rest.includes('-h')) return help(name);
  const usage = `Usage: ${usageOf(name, command)}`;
  const read = readWords(command, rest);
  if (typeof read === 'string') return misunderstood(`${read}\n${usage}`);
  try {
    silenceLogs();
    if (!command.isOffline) {
      if (!command.isRestore) requireSite();
      await openSite(command);
    }
    const isFine = await command.run({ ...read, say });
    return isFine ? done : refused;
  } catch (error) {
    if (error instanceof ZodError) return misunderstood(`${unusable(error)}\n${usage}`);
    complain(sentenceOf(error));
    return refused;
  } finally {
    await closeSite();
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

const commandOf = (name: string): AdminCommand | undefined =>
  Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;

const unknown = (name: string) => misunderstood(`There is no command "${name}".`);

/** @param name a command; all of them without one */
function help(name: string | undefined): number {
  const command = name === undefined ? undefined : commandOf(name);
  if (name !== undefined && !command) return unknown(name);
  say(name !== undefined && command ? explanationOf(name, command) : helpText());
  return done;
}

function misunderstood(why: string): number {
  complain(`${why}\nnpm run admin -- help shows all commands.`);
  return notUnderstood;
}

type Read = Pick<Given, 'options'>;

/** @returns what was typed, or what is wrong with it */
function readWords(command: AdminCommand, words: readonly string[]): Read | string {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { isSwitch }]) => [
      name,
      { type: isSwitch ? 'boolean' : 'string' },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: command.takes !== undefined,
    });
    const given = Object.entries(values).map(([name, value]) => [name, String(value).trim()]);
    const read: Record<string, string | undefined> = Object.fromEntries(given);
    const { takes = '' } = command;
    const named = [...positionals, ...(read[takes] === undefined ? [] : [read[takes]])];
    if (named.length > 1) return `Name one ${takes}.`;
    if (named[0]) read[takes] = named[0];
    const missing = Object.entries(command.options).find(
      ([name, { isNeeded }]) => isNeeded && !read[name],
    );
    if (missing) return missing[0] === takes ? `Name one ${takes}.` : `--${missing[0]} is missing.`;
    return findUnfit(command, read) ?? { options: read };
  } catch (error) {
    return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
  }
}

/** The first value that is not what its option takes, in a sentence; null when there is none. */
function findUnfit({ options }: AdminCommand, read: Given['options']): string | null {
  for (const [name, { form }] of Object.entries(options)) {
    const text = read[name];
    if (form && text !== undefined && !form.fits(text))
      return `--${name} is ${form.what}, not "${text}".`;
  }
  return null;
}

const explanationOf = (name: string, command: AdminCommand) =>
  `${usageOf(name, command)}\n    ${command.what}`;

function usageOf(name: string, command: AdminCommand): string {
  const options = Object.entries(command.options).map(([option, { isNeeded, isSwitch, value }]) => {
    const name = option === command.takes ? [] : [`--${option}`];
    const text = [...name, ...(isSwitch ? [] : [value ?? '…'])].join(' ');
    return isNeeded ? text : `[${text}]`;
  });
  return ['npm run admin --', name, ...options].join(' ');
}

function helpText(): string {
  const parts = Object.entries(adminCommands).map(([name, command]) =>
    explanationOf(name, command),
  );
  return [
    'What is done at the machine itself. The settings are those of the site (DATA_DIR, DATABASE_URL, …).',
    'Commands work while the site runs and while it does not, unless they say otherwise.',
    'Where docs/OPERATIONS.md was followed, "association admin" stands for "npm run admin --".',
    'A <store> of backups is a folder or the address of a bucket; BACKUP_STORE where none is named.',
    '',
    ...parts,
    'npm run admin -- help [command]\n    Shows this, or what one command does.',
  ].join('\n');
}

/** Which of the given values cannot be used, and why where the texts say it. */
function unusable(error: ZodError): string {
  const texts = translations.en;
  const reasons = error.issues.map(({ path, message }) => {
    const text = texts[message] ?? message;
    return [path.join('.'), text].filter(Boolean).join(': ');
  });
  return `This cannot be used: ${[...new Set(reasons)].join('; ')}`;
}

/** One sentence for what the person can do something about, else all that is known. */
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return translateIn('en')(error.code);
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal) return error.message;
  const problem = startProblem(error);
  if (problem) return problem;
  return error.stack ?? error.message;
}
