import {
  readParts,
  type ReceivedMail,
  startSmtpServer,
  type TestSmtpServer,
} from '../../support/mail/smtp-server';
import { expect } from './fixtures';

/** A mail server that takes what a site sends, and a robot like those of strict courts. */
export type Mailboxes = {
  server: TestSmtpServer;
  /**
   * Waits for a mail to this address with such a link, which the robot has opened like all others.
   * @returns the link
   */
  linkTo: (recipient: string, kind: RegExp) => Promise<string>;
};

/** What a mail gateway does with every link: five times each way, following where it leads. */
async function robotOpens(link: string): Promise<void> {
  for (let time = 0; time < 5; time += 1) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await fetch(link, { method });
      expect(status, `${method} ${link}`).toBe(200);
    }
  }
}

/** The links in the text of a mail. */
function linksIn({ source }: ReceivedMail): string[] {
  return readParts(source)
    .filter(({ headers }) => headers['content-type']?.startsWith('text/plain'))
    .flatMap(({ text }) => text.match(/https?:\/\/[^\s<>)]+/g) ?? []);
}

/** @param given a server that runs already */
export async function openMailboxes(given?: TestSmtpServer): Promise<Mailboxes> {
  const server = given ?? (await startSmtpServer());
  const passed = new Set<ReceivedMail>();
  const taken = new Set<ReceivedMail>();
  /** The gateway lets nothing through to this address that it has not looked at. */
  const passOn = async (recipient: string) => {
    const waiting = server.received.filter(
      (mail) => mail.recipients.includes(recipient) && !passed.has(mail),
    );
    for (const mail of waiting) {
      passed.add(mail);
      for (const link of linksIn(mail)) await robotOpens(link);
    }
  };
  const find = (recipient: string, kind: RegExp) =>
    server.received.findLast(
      (mail) =>
        mail.recipients.includes(recipient) &&
        !taken.has(mail) &&
        linksIn(mail).some((link) => kind.test(link)),
    );
  return {
    server,
    linkTo: async (recipient, kind) => {
      const what = `a mail to ${recipient} with a link to ${kind.source}`;
      await expect
        .poll(() => find(recipient, kind) !== undefined, { message: what, timeout: 40_000 })
        .toBe(true);
      await passOn(recipient);
      const mail = find(recipient, kind);
      if (!mail) throw new Error(what);
      taken.add(mail);
      return linksIn(mail).find((link) => kind.test(link)) ?? '';
    },
  };
}
