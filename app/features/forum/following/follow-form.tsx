import { useTranslate } from '~/i18n/translation-context';
import { isolated } from './isolated';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import { type FollowLevel, followLevelNames } from './following-schemas';
import { Form } from '~/ui/form';

type FollowFormProps = {
  kind: 'topic' | 'category';
  target: string;
  level: FollowLevel | null;
  /** What it is called, where several stand together. */
  name?: string;
};

/** Notification settings of a topic or category. */
export function FollowForm({ kind, target, level, name }: FollowFormProps) {
  const t = useTranslate();
  const none = { value: '', label: t(kind === 'topic' ? 'follow.as-category' : 'follow.not') };
  return (
    <Form method="post" className={fields.row}>
      <input type="hidden" name="intent" value="follow" />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="target" value={target} />
      <SelectField
        name="level"
        label={name ? t('follow.label-of', { name: isolated(name) }) : t('follow.label')}
        defaultValue={level ?? ''}
        choices={[
          none,
          ...followLevelNames.map((value) => ({ value, label: t(`follow.${value}`) })),
        ]}
      />
      <Button>{t('follow.save')}</Button>
    </Form>
  );
}
