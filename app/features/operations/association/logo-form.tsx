import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { FileField } from '~/ui/fields/file-field';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import own from './association.module.css';

type LogoFormProps = { logoDigest: string | null; version: number; error?: string };

/** The picture in the head of each page. */
export function LogoForm({ logoDigest, version, error }: LogoFormProps) {
  const t = useTranslate();
  const needed = useNeededFields();
  const seen = <input type="hidden" name="version" value={version} />;
  return (
    <section className={`${classes.form} ${own.section}`} aria-labelledby="logo">
      <h2 id="logo">{t('association.logo')}</h2>
      {error && <Message kind="error" text={error} answer={error} />}
      <p>{t('association.logo-hint')}</p>
      {logoDigest && (
        <>
          <img
            className={own.logo}
            src={`/logo/${logoDigest}`}
            alt={t('association.logo-present')}
          />
          <p>{t('association.icon-hint')}</p>
          <img
            className={own.icon}
            src={`/logo/${logoDigest}?icon=180`}
            width={64}
            height={64}
            alt={t('association.icon-present')}
          />
          <Form method="post">
            {seen}
            <Button name="intent" value="remove-logo">
              {t('association.remove-logo')}
            </Button>
          </Form>
        </>
      )}
      <Form method="post" encType="multipart/form-data" className={classes.form} needed={needed}>
        {seen}
        <FileField
          name="upload"
          label={t('association.logo-file')}
          accept="image/png,image/jpeg,image/webp"
          required
          error={needed.errorOf('upload')}
        />
        <Button name="intent" value="set-logo">
          {t('association.set-logo')}
        </Button>
      </Form>
    </section>
  );
}
