import { render } from '@react-email/render';
import { describe, expect, test } from 'vitest';
import {
  accountNoticeEmail,
  type AccountNoticeKind,
} from '~/features/identity/accounts/account-notice.email';
import {
  applicationEmail,
  type ApplicationTemplate,
} from '~/features/membership/application.email';
import { emailChangeEmail } from '~/features/identity/settings/email-change.email';
import { addressInUseEmail } from '~/features/identity/sign-up/address-in-use.email';
import { confirmEmailEmail } from '~/features/identity/sign-up/confirm-email.email';
import { invitationEmail } from '~/features/identity/sign-up/invitation.email';
import {
  administratorNoticeEmail,
  type AdministratorNoticeKind,
} from '~/features/identity/security-log/administrator-notice.email';
import { resetPasswordEmail } from '~/features/identity/passwords/reset-password.email';
import { translateIn } from '~/i18n/translations.server';
import { breakingSpace } from '../../scripts/text-signals.mjs';

const address = 'https://association.example/some-page/secret-of-the-link';
const site = 'Data Protection Judges';

type Frame = Parameters<typeof addressInUseEmail>[0];
type Make = (frame: Frame) => ReturnType<typeof addressInUseEmail>;
const contact = 'secretariat@association.example';

/** Every kind, so that the compiler asks for a new one here. */
const notices: Record<AccountNoticeKind, true> = {
  'email-changed': true,
  'new-device': true,
  'passkey-added': true,
  'passkey-removed': true,
  'password-changed': true,
  reactivated: true,
  'reactivated-invited': true,
  'recovery-renewed': true,
  'recovery-used': true,
  'role-changed': true,
  'second-factor-off': true,
  'second-factor-on': true,
  'second-factor-reset': true,
  suspended: true,
};
const administratorNotices: Record<AdministratorNoticeKind, true> = {
  'administrator-made': true,
  'proposal-refused': true,
  proposed: true,
  reactivated: true,
  'role-changed': true,
  'second-factor-reset': true,
  suspended: true,
};
const applications: Record<ApplicationTemplate, true> = {
  confirm: true,
  known: true,
  received: true,
  'new-application': true,
  'under-review': true,
  question: true,
  answered: true,
  'second-approval': true,
  approved: true,
  welcome: true,
  rejected: true,
  withdrawn: true,
  expired: true,
  reminder: true,
  waiting: true,
};

/** One mail for each kind, made with its name. */
function each<Kind extends string>(
  stem: string,
  kinds: Record<Kind, true>,
  make: (frame: Frame, kind: Kind) => ReturnType<Make>,
): Record<string, Make> {
  const isKind = (name: string): name is Kind => name in kinds;
  return Object.fromEntries(
    Object.keys(kinds)
      .filter(isKind)
      .map((kind): [string, Make] => [`${stem} ${kind}`, (frame) => make(frame, kind)]),
  );
}

const templates: Record<string, Make> = {
  invitation: (frame) => invitationEmail({ ...frame, hours: 72 }),
  ...each('account-notice', notices, (frame, kind) =>
    accountNoticeEmail({ ...frame, contact, kind }),
  ),
  ...each('administrator-notice', administratorNotices, (frame, kind) =>
    administratorNoticeEmail({ ...frame, kind }),
  ),
  ...each('email-change', { old: true, new: true } as const, (frame, side) =>
    emailChangeEmail({ ...frame, contact, hours: 24, side, email: contact }),
  ),
  ...each('application', applications, (frame, template) =>
    applicationEmail({ ...frame, template }),
  ),
  'address-in-use': addressInUseEmail,
  'confirm-email': (frame) => confirmEmailEmail({ ...frame, hours: 24 }),
  'reset-password': (frame) => resetPasswordEmail({ ...frame, minutes: 60 }),
};

/** What leads nowhere: the person cannot sign in, or gets another e-mail for it. */
const withoutLink = ['account-notice suspended', 'account-notice reactivated-invited'];

describe.each(Object.entries(templates))('the mail %s', (name, make) => {
  const links = withoutLink.includes(name) ? [] : [address];
  describe.each(['en', 'fr', 'de'] as const)('in %s', (language) => {
    const { subject, body } = make({ translate: translateIn(language), site, address });

    test('has a neutral subject in one line', () => {
      expect(subject).toContain(site);
      expect(subject).not.toMatch(/[\r\n@{}]|https?:/);
      expect(subject.length).toBeLessThan(80);
    });

    test('has the link in its text, on its own', async () => {
      const text = await render(body, { plainText: true });
      expect(text.match(/https?:\/\/\S+/g) ?? []).toEqual(links);
      expect(text).not.toMatch(/[{}<>]|undefined/);
    });

    test('keeps the no-break spaces of French in its subject and its text', async () => {
      const text = await render(body, { plainText: true });
      if (language === 'fr') expect(`${subject}\n${text}`).not.toMatch(breakingSpace);
      else expect(text).not.toMatch(/[\u00a0\u202f]/);
    });

    test('loads nothing, and has the link as its only address', async () => {
      const html = await render(body);
      const addresses = [...html.matchAll(/\b(?:href|src|srcset|background|action)="([^"]*)"/g)];
      expect(addresses.map(([, target]) => target)).toEqual(links);
      expect(html).not.toMatch(/<(img|link|script|iframe|style|form)\b|url\(|@import/i);
      expect(html).not.toMatch(/\{\{|undefined/);
      expect(html).toMatch(/<html[^>]* lang="[a-z]{2}"/);
    });
  });
});
