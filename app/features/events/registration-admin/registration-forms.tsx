import { useTextOf, useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { SelectField, TextField } from '~/ui/fields/fields';
import type { ListFilter } from '~/features/events/registrations/registration-schemas';
import classes from '~/features/events/registrations/registrations.module.css';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';

type Answer = {
  intent?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

type RegistrationFormsProps = {
  event: { id: string; isOpen: boolean; isOver: boolean };
  modes: readonly { mode: 'on-site' | 'online' }[];
  invitations: readonly { id: string; name: string; email: string }[];
  filter: ListFilter;
  countries: readonly { value: string; label: string }[];
  answer?: Answer;
};

/** Adding people by hand, inviting guests, and the list as a file. */
export function RegistrationForms(props: RegistrationFormsProps) {
  const { event, invitations, answer } = props;
  const t = useTranslate();
  const added = answer?.intent === 'add' ? answer.values : undefined;
  return (
    <>
      {event.isOpen && (
        <section className={form.panel} aria-labelledby="more" data-no-print>
          <h2 id="more">{t('desk.more')}</h2>
          <details className={classes.more} open={answer?.intent === 'invite'}>
            <summary>{t('desk.invite')}</summary>
            <Form method="post" className={form.form} noValidate>
              <input type="hidden" name="intent" value="invite" />
              <p>{t('desk.invite-text')}</p>
              <PersonFields {...props} intent="invite" />
              <Button>{t('desk.invite-send')}</Button>
            </Form>
          </details>
          <details className={classes.more} open={answer?.intent === 'add'}>
            <summary>{t('desk.add')}</summary>
            <Form method="post" className={form.form} noValidate>
              <input type="hidden" name="intent" value="add" />
              <p>
                {t('desk.add-text')} {t(event.isOver ? 'desk.no-mail' : 'desk.add-mail')}
              </p>
              <PersonFields {...props} intent="add" />
              <SelectField
                name="mode"
                label={t('desk.mode')}
                defaultValue={added?.mode}
                choices={props.modes.map(({ mode }) => ({
                  value: mode,
                  label: t(`registration.mode.${mode}`),
                }))}
              />
              <CheckField
                name="beyondCapacity"
                label={t('desk.beyond')}
                defaultChecked={added?.beyondCapacity === 'on'}
              />
              <Button>{t('desk.add-send')}</Button>
            </Form>
          </details>
        </section>
      )}
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      <ListDownload eventId={event.id} filter={props.filter} />
    </>
  );
}

/** The list as a file, filtered as it is shown; its reason is kept in the audit log. */
function ListDownload({ eventId, filter }: { eventId: string; filter: ListFilter }) {
  const t = useTranslate();
  const needed = useNeededFields();
  return (
    <section className={form.panel} aria-labelledby="export" data-no-print>
      <h2 id="export">{t('desk.export')}</h2>
      <Form
        method="post"
        action={`/administration/events/${eventId}/export`}
        className={form.bar}
        reloadDocument
        needed={needed}
      >
        {Object.entries(filter).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          name="reason"
          label={t('field.reason')}
          hint={t('desk.export-hint')}
          minLength={3}
          maxLength={300}
          required
          error={needed.errorOf('reason')}
        />
        <Button>{t('desk.export-do')}</Button>
      </Form>
    </section>
  );
}

function PersonFields({ countries, answer, intent }: RegistrationFormsProps & { intent: string }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const own = answer?.intent === intent ? answer : undefined;
  const field = (name: string) => ({
    name,
    defaultValue: own?.values?.[name] ?? '',
    error: own?.fieldErrors?.[name] && textOf(own.fieldErrors[name]),
  });
  return (
    <>
      <TextField {...field('email')} type="email" label={t('field.email')} required />
      <TextField {...field('name')} label={t('users.name')} maxLength={200} />
      <TextField {...field('court')} label={t('desk.court')} maxLength={200} />
      <SelectField
        {...field('country')}
        label={t('event-editor.country')}
        choices={[{ value: '', label: '–' }, ...countries]}
      />
    </>
  );
}

function Invitations({ invitations }: Pick<RegistrationFormsProps, 'invitations'>) {
  const t = useTranslate();
  return (
    <section className={form.panel} aria-labelledby="invitations" data-no-print>
      <h2 id="invitations">{t('desk.invitations')}</h2>
      <ul className={form.entries}>
        {invitations.map(({ id, name, email }) => (
          <li key={id}>
            <span>
              {name} <span className={classes.meta}>{email}</span>
            </span>
            <Form method="post">
              <input type="hidden" name="intent" value="withdraw-invitation" />
              <input type="hidden" name="id" value={id} />
              <Button>{t('desk.withdraw-invitation')}</Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
