import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { submitSignIn, toast, visit } from '../e2e/steps/fixtures';
import { type Mailboxes, openMailboxes } from '../e2e/steps/received-mails';
import { startSmtpServer } from '../support/mail/smtp-server';
import { shell } from './shell';

/** The commit that the repository offers at first, the one of the working tree, and where it is. */
export const versions = {
  first: process.env.MANUAL_VERSION ?? '',
  present: process.env.MANUAL_PRESENT ?? '',
  repository: `${process.env.MANUAL_SCRATCH}/site.git`,
};

export const site = 'https://www.example.org';

/** The people of the journey; all choose the same words. */
export const password = 'slow herons over the estuary';
export const administrator = { email: 'you@example.org', firstName: 'Ada', lastName: 'Lovelace' };
export const developer = { email: 'dev@example.org', firstName: 'Devi', lastName: 'Second' };
export const member = {
  email: 'portia.nachtweide@court.example',
  firstName: 'Portia',
  lastName: 'Nachtweide',
};

let opened: Promise<Mailboxes> | undefined;

/** The mail server that the settings of the manual name: it takes mails by STARTTLS, with a password. */
export function mailboxes(): Promise<Mailboxes> {
  opened ??= openMailServer();
  return opened;
}

async function openMailServer(): Promise<Mailboxes> {
  const folder = '/etc/manual-authority/mail';
  await shell(`issue-certificate mail.example.org ${folder}`);
  const server = await startSmtpServer(
    {
      disabledCommands: [],
      authOptional: false,
      key: readFileSync(`${folder}/privkey.pem`),
      cert: readFileSync(`${folder}/fullchain.pem`),
      onAuth: ({ username, password: given }, { secure }, done) => {
        const isRight = secure && username === 'user' && given === 'password';
        done(isRight ? null : new Error('wrong, or without TLS'), { user: 'user' });
      },
    },
    587,
  );
  return openMailboxes(server);
}

/** Serves the repository as a code host does, and starts nginx as its package does. */
export async function startMachine(): Promise<void> {
  const folder = `${process.env.MANUAL_SCRATCH}`;
  const options = ['--export-all', `--base-path=${folder}`, '--listen=127.0.0.1', folder];
  spawn('git', ['daemon', ...options], { stdio: 'ignore' }).unref();
  await shell('systemctl start nginx');
  await mailboxes();
}

/** Waits until the site answers that all of it works, as a monitor asks it. */
export async function untilReady(): Promise<void> {
  const status = () =>
    fetch(`${site}/readyz`).then(
      (answer) => answer.status,
      (error: unknown) => String(error),
    );
  await expect.poll(status, { timeout: 120_000 }).toBe(200);
}

const pages = new Map<string, Page>();

/** The browser of a person, which stays open for the whole journey. */
export async function browserOf(browser: Browser, person: string): Promise<Page> {
  const known = pages.get(person);
  if (known) return known;
  const page = await (await browser.newContext()).newPage();
  pages.set(person, page);
  await visit(page, site);
  await page.getByRole('button', { name: 'Reject all' }).click();
  return page;
}

export async function signIn(page: Page, email: string): Promise<void> {
  await visit(page, `${site}/login`);
  await submitSignIn(page, { email, password });
}

export async function signedIn(page: Page): Promise<void> {
  await expect(toast(page, 'You are signed in.')).toBeVisible();
}
