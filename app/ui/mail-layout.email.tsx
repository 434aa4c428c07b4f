import { Body, Container, Head, Heading, Hr, Html, Link, Text } from '@react-email/components';
import { type ReactNode, use } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailColourContext, MailLetterContext } from '~/i18n/mail-letter';

/** Colours fit for light and dark mail programs; nothing is loaded from anywhere. */
const ink = '#1a2230';
const sans = "'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif";

type MailLayoutProps = { title: string; site: string; translate: Translate; children: ReactNode };

/** The frame of every mail, a letter: no pictures, no remote resources, no tracking. */
export function MailLayout({ title, site, translate, children }: MailLayoutProps) {
  const letter = use(MailLetterContext);
  const colour = use(MailColourContext);
  return (
    <Html lang={translate('mail.language')}>
      <Head>
        <title>{title}</title>
      </Head>
      <Body style={{ backgroundColor: '#ffffff', color: ink, fontFamily: sans, margin: 0 }}>
        <Container style={{ maxWidth: '560px', padding: '32px 24px' }}>
          <Heading
            as="h1"
            style={{ color: colour, fontFamily: 'Georgia, serif', fontSize: '22px' }}
          >
            {title}
          </Heading>
          {letter?.isGreeted && (
            <MailText>
              {letter.name
                ? translate('mail.greeting', { name: letter.name })
                : translate('mail.greeting-nobody')}
            </MailText>
          )}
          {children}
          <Hr style={{ borderColor: '#d9dee6', margin: '28px 0 16px' }} />
          <Text style={{ color: '#4a5565', fontSize: '14px' }}>
            {site}
            {letter && <br />}
            {letter?.postalAddress}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: '16px', lineHeight: '24px' }}>{children}</Text>;
}

/** A link whose address is written out, so that it can be checked and copied. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  const colour = use(MailColourContext);
  return (
    <Text style={{ fontSize: '16px', lineHeight: '24px' }}>
      {children}
      <br />
      <Link
        href={href}
        style={{ color: colour, textDecoration: 'underline', wordBreak: 'break-all' }}
      >
        {href}
      </Link>
    </Text>
  );
}
