import { render } from '@react-email/render';
import { describe, expect, test } from 'vitest';
import { addressInUseEmail } from '~/features/sign-in/address-in-use.email';
import { confirmEmailEmail } from '~/features/sign-in/confirm-email.email';
import { resetPasswordEmail } from '~/features/sign-in/reset-password.email';
import { translateIn } from '~/i18n/translations.server';

const address = 'https://association.example/some-page/secret-of-the-link';
const site = 'Data Protection Judges';

const templates = {
  'address-in-use': addressInUseEmail,
  'confirm-email': (frame: Parameters<typeof addressInUseEmail>[0]) =>
    confirmEmailEmail({ ...frame, hours: 24 }),
  'reset-password': (frame: Parameters<typeof addressInUseEmail>[0]) =>
    resetPasswordEmail({ ...frame, minutes: 60 }),
};

describe.each(Object.entries(templates))('the mail %s', (_name, make) => {
  describe.each(['en', 'fr', 'de'] as const)('in %s', (language) => {
    const { subject, body } = make({ translate: translateIn(language), site, address });

    test('has a neutral subject in one line', () => {
      expect(subject).toContain(site);
      expect(subject).not.toMatch(/[\r\n@{}]|https?:/);
      expect(subject.length).toBeLessThan(80);
    });

    test('has the link in its text, on its own', async () => {
      const text = await render(body, { plainText: true });
      expect(text.match(/https?:\/\/\S+/g)).toEqual([address]);
      expect(text).not.toMatch(/[{}<>]|undefined/);
    });

    test('loads nothing, and has the link as its only address', async () => {
      const html = await render(body);
      const addresses = [...html.matchAll(/\b(?:href|src|srcset|background|action)="([^"]*)"/g)];
      expect(addresses.map(([, target]) => target)).toEqual([address]);
      expect(html).not.toMatch(/<(img|link|script|iframe|style|form)\b|url\(|@import/i);
      expect(html).not.toMatch(/\{\{|undefined/);
      expect(html).toMatch(/<html[^>]* lang="[a-z]{2}"/);
    });
  });
});
