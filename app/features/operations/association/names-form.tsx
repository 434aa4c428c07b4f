import { useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import type { FormRefusal, Row } from '~/lib/forms/form';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { useFilledFields } from '~/ui/fields/use-filled-fields';
import { Form } from '~/ui/form';
import classes from '~/ui/form.module.css';
import styles from './association.module.css';
import { ColourPreview } from './colour-preview';

const nameFields = [
  'name',
  'shortName',
  'address',
  'email',
  'vat',
  'networkUrl',
  'lightColour',
  'darkColour',
] as const;
type TextName = (typeof nameFields)[number];

type NamesFormProps = {
  own: Record<TextName, string | null> & { version: number };
  answer?: Partial<FormRefusal> & { error?: string };
};

/** Names, addresses and colours. */
export function NamesForm({ own, answer }: NamesFormProps) {
  const t = useTranslate();
  const filled = useFilledFields(own, { names: nameFields, intents: ['save'], answer });
  return (
    <Form method="post" className={classes.form} noValidate>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={filled.version} />
      <NameFields key={filled.key} {...{ own, answer, filled }} />
      <Button variant="primary">{t('association.save')}</Button>
    </Form>
  );
}

type NameFieldsProps = NamesFormProps & {
  filled: { saved: NamesFormProps['own']; typed?: Row | undefined };
};

function NameFields({ own, answer, filled }: NameFieldsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const field = (name: TextName) => {
    const present = own[name] ?? '';
    const error = answer?.fieldErrors?.[name];
    const sent = answer?.values?.[name];
    const isStale = answer?.error === 'error.changed-meanwhile' && sent !== undefined;
    const said = t('document.saved-meanwhile', { value: present });
    return {
      name,
      defaultValue: filled.typed?.[name] ?? filled.saved[name] ?? '',
      error: error && textOf(error),
      hint: isStale && sent !== present ? said : undefined,
    };
  };
  return (
    <>
      <h2 id="names">{t('association.names')}</h2>
      <TextField {...field('name')} label={t('association.name')} required />
      <TextField {...field('shortName')} label={t('association.short-name')} required />
      <TextField {...field('address')} label={t('association.address')} required />
      <TextField {...field('email')} label={t('association.email')} type="email" required />
      <TextField {...field('vat')} label={t('association.vat')} required />
      <TextField {...field('networkUrl')} label={t('association.network')} type="url" required />
      <Colours light={field('lightColour')} dark={field('darkColour')} />
    </>
  );
}

type ColourField = { name: string; defaultValue: string; error?: string; hint?: string };

/** Two colours, and what they look like before they are saved. */
function Colours({ light, dark }: { light: ColourField; dark: ColourField }) {
  const t = useTranslate();
  const [shown, setShown] = useState({ light: light.defaultValue, dark: dark.defaultValue });
  return (
    <fieldset
      className={`${classes.form} ${styles.colours}`}
      aria-labelledby="colours"
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        const { name, value } = target;
        setShown((before) => ({ ...before, [name === light.name ? 'light' : 'dark']: value }));
      }}
    >
      <h2 id="colours">{t('association.colours')}</h2>
      <p>{t('association.colours-hint')}</p>
      <TextField {...light} label={t('association.light-colour')} maxLength={7} />
      <ColourPreview colour={shown.light} theme="light" />
      <TextField {...dark} label={t('association.dark-colour')} maxLength={7} />
      <ColourPreview colour={shown.dark} theme="dark" />
    </fieldset>
  );
}
