import { expect, test } from 'vitest';
import { roles } from '~/actor';
import { AppError } from '~/errors';
import { authorise, can, permissions } from '~/permissions';
import { actorWithRole } from './actors';

/** The whole policy: a change here is a change of who may do what. */
test('role and permission', () => {
  const width = Math.max(...permissions.map((permission) => permission.length));
  const rows = permissions.map((permission) => {
    const allowed = roles.filter((role) => can(actorWithRole(role), permission));
    return `${permission.padEnd(width)}  ${allowed.join(' ')}`;
  });
  expect(`\n${rows.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    publication.read         ADMIN DEV USER UNAUTHENTICATED
    event.read-members-only  ADMIN DEV USER
    area.members             ADMIN DEV USER
    area.administration      ADMIN DEV
    session.start            ADMIN DEV USER UNAUTHENTICATED
    session.end              ADMIN DEV USER UNAUTHENTICATED
    user.sign-up             ADMIN DEV USER UNAUTHENTICATED
    user.create              ADMIN DEV
    user.create-dev          DEV
    user.list                ADMIN DEV
    user.update-own          ADMIN DEV USER
    outbox.read              DEV
    "
  `);
});

test('what is not allowed looks like what is not there', () => {
  for (const permission of permissions) {
    for (const role of roles) {
      const actor = actorWithRole(role);
      const attempt = () => authorise(actor, permission);
      if (can(actor, permission)) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(new AppError('error.not-found'));
    }
  }
});
