import { Heading, Hr, Link, Text } from '@react-email/components';
import type { ReactElement } from 'react';
import type { PrintedItem } from '~/db/schema/newsletters';
import type { Translate } from '~/i18n/translate';
import type { RichText } from '~/rich-text/rich-text';
import { MailLayout } from '~/ui/mail-layout.email';
import { MailRichText } from '~/ui/rich-text/mail-rich-text.email';
import { itemAddress } from './newsletter-items';

type NewsletterMail = {
  translate: Translate;
  site: string;
  origin: string;
  postalAddress: string;
  subject: string;
  language: string;
  body: RichText;
  items: readonly PrintedItem[];
  /** Where this recipient unsubscribes. */
  unsubscribe: string;
};

const words = { fontSize: '16px', lineHeight: '24px', margin: '4px 0' } as const;
const small = { color: '#4a5565', fontSize: '14px', lineHeight: '20px' } as const;
const link = { color: '#14386b', textDecoration: 'underline' } as const;

/** A newsletter: its own words, then the chosen items with their addresses. Nothing is loaded. */
export function newsletterEmail(mail: NewsletterMail): ReactElement {
  const { translate, site, origin, subject, body, items, unsubscribe } = mail;
  return (
    <MailLayout title={subject} site={site} translate={translate}>
      <MailRichText text={body} origin={origin} />
      {items.map((item) => (
        <div key={`${item.kind} ${item.slug}`}>
          <Hr style={{ borderColor: '#d9dee6', margin: '20px 0' }} />
          <Text style={small}>
            {translate(`newsletter.kind.${item.kind}`)}
            {' · '}
            {item.when}
          </Text>
          <Heading as="h2" style={{ fontFamily: 'Georgia, serif', fontSize: '18px', margin: 0 }}>
            {item.title}
          </Heading>
          <Text style={words}>{item.summary}</Text>
          <Text style={words}>
            <Link href={`${origin}${itemAddress(item)}`} style={link}>
              {`${origin}${itemAddress(item)}`}
            </Link>
          </Text>
        </div>
      ))}
      <Hr style={{ borderColor: '#d9dee6', margin: '28px 0 16px' }} />
      <Text style={small}>{translate('mail.newsletter.why', { site })}</Text>
      <Text style={small}>
        {translate('mail.newsletter.unsubscribe')}
        <br />
        <Link href={unsubscribe} style={{ ...link, wordBreak: 'break-all' }}>
          {unsubscribe}
        </Link>
      </Text>
      <Text style={small}>{mail.postalAddress}</Text>
    </MailLayout>
  );
}
