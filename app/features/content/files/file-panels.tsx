import type { ReactNode } from 'react';
import type { CoverPicture } from '~/features/content/covers/cover-focus-field';
import { type FormProps, Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { languageName } from '~/lib/format/display-names';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import reading from '~/ui/reading.module.css';
import { editPath, type PublicationKind } from '~/features/content/publishing/publication-kinds';
import classes from '~/features/content/editor/publishing.module.css';
import { FileField } from '~/ui/fields/file-field';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';

type FilePanelsProps = {
  /** Where its files are sent to. */
  action: string;
  row: { version: number };
  cover: CoverPicture | null;
  alt: string;
  /** Whether the image comes with the text for those who do not see it. */
  asksAlt?: boolean;
  /** Null: it can have none. */
  attachments: { id: string; title: string; bytes: number }[] | null;
};

/** Cover and attachments: forms of their own, since files are not part of what is typed. */
export function FilePanels(props: FilePanelsProps) {
  const { action, row, cover, alt, asksAlt, attachments } = props;
  const t = useTranslate();
  const form = {
    method: 'post' as const,
    action,
    encType: 'multipart/form-data' as const,
    preventScrollReset: true,
  };
  const version = <input type="hidden" name="baseVersion" value={row.version} />;
  const needed = useNeededFields();
  return (
    <>
      <section className={classes.panel} aria-labelledby="cover">
        <h2 id="cover">{t('content.cover')}</h2>
        {cover && (
          <img
            className={classes.thumbnail}
            src={`/pictures/${cover.id}/${Math.min(480, cover.width)}.webp`}
            width={cover.width}
            height={cover.height}
            alt={alt || t('content.cover-without-alt')}
          />
        )}
        <Form {...form} needed={needed}>
          {version}
          <FileField
            name="upload"
            label={t('content.cover-file')}
            accept=".jpg,.jpeg,.png,.webp"
            required
            error={needed.errorOf('upload')}
          />
          {asksAlt && (
            <TextField
              name="alt"
              label={t('content.field.coverAlt')}
              hint={t('content.hint.cover-alt')}
              maxLength={300}
              required
              error={needed.errorOf('alt')}
            />
          )}
          <Button name="intent" value="set-cover">
            {t(cover ? 'content.cover-replace' : 'content.cover-add')}
          </Button>
        </Form>
        {cover && (
          <Form {...form}>
            {version}
            <Button name="intent" value="remove-cover">
              {t('content.cover-remove')}
            </Button>
          </Form>
        )}
      </section>
      {attachments && <AttachmentPanel form={form} version={version} attachments={attachments} />}
    </>
  );
}

type AttachmentPanelProps = {
  form: Pick<FormProps, 'method' | 'action' | 'encType' | 'preventScrollReset'>;
  version: ReactNode;
  attachments: NonNullable<FilePanelsProps['attachments']>;
};

function AttachmentPanel({ form, version, attachments }: AttachmentPanelProps) {
  const t = useTranslate();
  const language = useLanguage();
  const needed = useNeededFields();
  return (
    <section className={classes.panel} aria-labelledby="attachments">
      <h2 id="attachments">{t('content.attachments')}</h2>
      <ul className={reading.plain}>
        {attachments.map((file) => (
          <li key={file.id}>
            <Form {...form}>
              {version}
              <input type="hidden" name="file" value={file.id} />
              <span className={classes.link}>
                {file.title} ({formatBytes(file.bytes, language)})
              </span>
              <Button name="intent" value="detach">
                {t('content.detach', { title: file.title })}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form {...form} needed={needed}>
        {version}
        <TextField name="title" label={t('content.attachment-title')} maxLength={200} />
        <FileField
          name="upload"
          label={t('content.attachment-file')}
          accept=".pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp"
          required
          error={needed.errorOf('upload')}
        />
        <Button name="intent" value="attach">
          {t('content.attach')}
        </Button>
      </Form>
    </section>
  );
}

type PreviewPanelProps = {
  links: { id: string; createdAt: Date; expiresAt: Date }[];
  /** A link just made: it is shown once, since the site keeps only its hash. */
  address: string | null;
};

/** Private links to the page as it would be. */
export function PreviewPanel({ links, address }: PreviewPanelProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <section className={classes.panel} aria-labelledby="previews">
      <h2 id="previews">{t('content.preview')}</h2>
      <p>{t('content.preview-text')}</p>
      {address && (
        <p className={classes.preview} role="status">
          {t('content.preview-made')} <br />
          <a className={classes.link} href={address}>
            {address}
          </a>
        </p>
      )}
      <ul className={reading.plain}>
        {links.map((link) => (
          <li key={link.id}>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="link" value={link.id} />
              <span>
                {t('content.preview-until', {
                  from: formatInstant(link.createdAt, language, siteZone),
                  until: formatInstant(link.expiresAt, language, siteZone),
                })}
              </span>
              <Button name="intent" value="revoke-preview">
                {t('content.preview-revoke')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="preview" />
        <SelectField
          name="days"
          label={t('content.preview-days')}
          defaultValue="7"
          choices={[1, 7, 30].map((days) => ({
            value: String(days),
            label: t('content.days', { count: days }),
          }))}
        />
        <Button>{t('content.preview-make')}</Button>
      </Form>
    </section>
  );
}

type Translation = {
  id: string;
  language: string;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
};

type TranslationPanelProps = {
  kind: PublicationKind;
  /** What a further translation is made of. */
  id: string;
  translations: Translation[];
  /** The event that is translated. */
  event?: { id: string; language: string } | null;
};

/** The same text in other languages, each with a state of its own. */
export function TranslationPanel({ kind, id, translations, event }: TranslationPanelProps) {
  const t = useTranslate();
  const reader = useLanguage();
  return (
    <section className={classes.panel} aria-labelledby="translations">
      <h2 id="translations">{t('content.translations')}</h2>
      <ul className={reading.plain}>
        {event && (
          <li>
            <Link to={`/administration/events/${event.id}`}>
              {languageName(event.language, reader)}
            </Link>{' '}
            <span className={classes.note}>{t('content.original')}</span>
          </li>
        )}
        {translations.map((other) => (
          <li key={other.id}>
            <Link to={editPath(kind, other.id)}>{languageName(other.language, reader)}</Link>{' '}
            <span className={classes.note}>{t(`content.status.${other.status}`)}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={`/administration/content/new?kind=${kind}&of=${id}`}>
          {t('content.add-translation')}
        </Link>
      </p>
    </section>
  );
}
