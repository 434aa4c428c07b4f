import { type ReactNode, useState } from 'react';
import { data } from 'react-router';
import { config } from '~/config/config.server';
import { siteMeta } from '~/site/site-meta';
import { Breadcrumb } from '~/ui/breadcrumb';
import { Button, ButtonLink, type ButtonVariant } from '~/ui/button';
import { CheckField, CheckGroup, RadioField } from '~/ui/fields/choices';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import { EmptyState } from '~/ui/empty-state';
import classes from '~/ui/form.module.css';
import { Pagination } from '~/ui/pagination';
import { SecretField } from '~/ui/fields/secret-field';
import { StatusPill } from '~/ui/status-pill';
import { useToast } from '~/ui/dialog/toasts';
import type { Route } from './+types/components.route';

/** For those who build the site, in a demonstration only. */
export function loader() {
  if (!config().demonstration.enabled) throw data('error.not-found', { status: 404 });
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return siteMeta(matches, { title: 'Components', path: '/dev/ui', noIndex: true });
}

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'danger'];
const tones = ['neutral', 'attention', 'right', 'wrong'] as const;
const choices = [
  { value: 'court', label: 'Court' },
  { value: 'authority', label: 'Supervisory authority', hint: 'An authority under Article 51' },
];
const groups = [{ label: 'Others', choices: [{ value: 'other', label: 'Other' }] }];
const states = [
  { name: 'plain' },
  { name: 'hint', hint: 'What to write, before anything is written.' },
  { name: 'error', hint: 'A hint beside an error.', error: 'This field is empty. Fill it in.' },
];

/** Every component of `ui/` in every state (WCAG 2.2 is checked here, in both themes). */
export default function ComponentsPage() {
  return (
    <div className={classes.wide}>
      <h1>Components</h1>
      <Part title="Buttons">
        <div className={classes.actions}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} onClick={() => undefined}>
              {variant}
            </Button>
          ))}
          <Button variant="primary" isBusy onClick={() => undefined}>
            busy
          </Button>
          <Button disabled onClick={() => undefined}>
            disabled
          </Button>
          <ButtonLink to="/dev/ui">link</ButtonLink>
        </div>
      </Part>
      <Part title="Fields">
        <div className={classes.form}>
          {states.map(({ name, ...said }) => (
            <Fields key={name} state={name} said={said} />
          ))}
        </div>
      </Part>
      <Part title="Messages and dialogs">
        <Answers />
      </Part>
      <Part title="Where one is, states, and nothing there">
        <Breadcrumb steps={[{ to: '/dev/ui', title: 'Above' }]} here="Here" />
        <p className={classes.actions}>
          {tones.map((tone) => (
            <StatusPill key={tone} tone={tone}>
              {tone}
            </StatusPill>
          ))}
        </p>
        <EmptyState>No documents yet.</EmptyState>
      </Part>
      <Part title="Pagination">
        <Pagination page={7} pages={40} address={(page) => `?page=${page}`} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.wide}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type FieldsProps = { state: string; said: { hint?: string; error?: string } };

function Fields({ state, said }: FieldsProps) {
  return (
    <>
      <h3>{state}</h3>
      <TextField name={`${state}-text`} label="One line" {...said} />
      <TextField name={`${state}-date`} label="Date" type="date" {...said} />
      <SecretField name={`${state}-secret`} label="Password" autoComplete="off" {...said} />
      <LongTextField name={`${state}-long`} label="Several lines" {...said} />
      <SelectField name={`${state}-one`} label="List" {...{ choices, groups }} {...said} />
      <RadioField name={`${state}-radio`} label="One of a few" {...{ choices }} {...said} />
      <CheckGroup
        name={`${state}-several`}
        label="Several of a few"
        chosen={['court']}
        {...{ choices }}
        {...said}
      />
      <CheckField name={`${state}-box`} label="A box to tick" {...said} />
    </>
  );
}

function Answers() {
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <p className={classes.success}>The changes are saved.</p>
      <p className={classes.summary}>The changes are not saved: a name is missing.</p>
      <div className={classes.actions}>
        <Button onClick={() => toast({ kind: 'success', text: 'The changes are saved.' })}>
          Toast
        </Button>
        <Button onClick={() => toast({ kind: 'error', text: 'The file is too large.' })}>
          Error toast
        </Button>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
      </div>
      {isOpen && (
        <Dialog title="Delete three files?" closeLabel="Close" onClose={close}>
          <p>They stay in the trash for 30 days.</p>
          <DialogButtons cancel={{ label: 'Cancel', onCancel: close }}>
            <Button variant="danger" onClick={close}>
              Delete three files
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
