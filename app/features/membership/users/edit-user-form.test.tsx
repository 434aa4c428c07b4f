import { expect, test } from 'vitest';
import { EditUserForm, type FormAnswer } from './edit-user-form';
import { markupOf } from '../../../../tests/support/site/markup-of';

const user = {
  id: '0198c1f0-0000-7000-8000-000000000001',
  email: 'alba@court.example',
  firstName: 'Saved',
  lastName: 'Beispiel',
  role: 'ADMIN',
  state: 'active',
  createdAt: new Date(0),
  suspendedAt: null,
  sessions: 0,
  lastUse: null,
  passkeys: 0,
  hasAuthenticator: false,
  emailSubscriber: false,
  version: 7,
  username: 'saved.name',
  useGravatar: false,
} as const;

function shown(answer?: FormAnswer, hasGravatar = true): string {
  return markupOf(
    <EditUserForm
      user={user}
      grantable={['ADMIN', 'USER']}
      hasProfile
      hasGravatar={hasGravatar}
      answer={answer}
    />,
  );
}

test('the picture is asked about only where the site shows pictures', () => {
  expect(shown()).toContain('Gravatar');
  expect(shown(undefined, false)).not.toContain('Gravatar');
});

test('after a stale save what was typed stays and what is saved stands beside it', () => {
  const values = { firstName: 'Typed', lastName: 'Beispiel', role: 'USER', username: 'typed.name' };
  const page = shown({ intent: 'update', error: 'error.changed-meanwhile', values });
  for (const text of ['value="Typed"', 'value="typed.name"', 'name="version" value="7"'])
    expect(page).toContain(text);
  for (const saved of ['Saved', 'saved.name', 'Administrator'])
    expect(page).toContain(`Saved since: ${saved}`);
  expect(page).not.toContain('Saved since: Beispiel');
  expect(shown()).not.toContain('Saved since');
  const refused = { intent: 'update', error: 'error.rank', values } as const;
  expect(shown(refused)).not.toContain('Saved since');
});
