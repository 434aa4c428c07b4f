import { expect, test } from 'vitest';
import { roles } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise, can, permissions } from '~/policy/permissions';
import { actorWithRole } from '../support/people/actors';

/** The whole policy: a change here is a change of who may do what. */
test('role and permission', () => {
  const width = Math.max(...permissions.map((permission) => permission.length));
  const rows = permissions.map((permission) => {
    const allowed = roles.filter((role) => can(actorWithRole(role), permission));
    return `${permission.padEnd(width)}  ${allowed.join(' ')}`;
  });
  expect(`\n${rows.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    publication.read          ADMIN DEV USER UNAUTHENTICATED
    decision.read             ADMIN DEV USER UNAUTHENTICATED
    decision.read-members     ADMIN DEV USER
    decision.propose          ADMIN DEV USER
    decision.follow           ADMIN DEV USER
    decision.check-proposals  ADMIN DEV USER
    decision.manage           ADMIN DEV
    app-check.ask             ADMIN DEV USER UNAUTHENTICATED
    consent.give              ADMIN DEV USER UNAUTHENTICATED
    fault.report              ADMIN DEV USER UNAUTHENTICATED
    fault.read                ADMIN DEV
    fault.resolve             ADMIN DEV
    statistics.count          ADMIN DEV USER UNAUTHENTICATED
    statistics.read           ADMIN DEV
    statistics.read-public    ADMIN DEV USER UNAUTHENTICATED
    publication.preview       ADMIN DEV USER UNAUTHENTICATED
    content.edit              ADMIN DEV
    agreement.accept          ADMIN DEV USER
    event.read-members-only   ADMIN DEV USER
    event.manage              ADMIN DEV
    registration.make         ADMIN DEV USER
    registration.follow       ADMIN DEV USER UNAUTHENTICATED
    registration.manage       ADMIN DEV
    area.members              ADMIN DEV USER
    area.administration       ADMIN DEV
    session.start             ADMIN DEV USER UNAUTHENTICATED
    session.end               ADMIN DEV USER UNAUTHENTICATED
    user.sign-up              ADMIN DEV USER UNAUTHENTICATED
    user.create               ADMIN DEV
    user.create-dev           DEV
    user.list                 ADMIN DEV
    user.update               ADMIN DEV
    user.suspend              ADMIN DEV
    user.end-sessions         ADMIN DEV
    user.reset-second-factor  ADMIN DEV
    user.read-record          ADMIN DEV
    profile-picture.read      ADMIN DEV USER
    user.update-own           ADMIN DEV USER
    user.delete-own           ADMIN DEV USER
    data.read-own             ADMIN DEV USER
    data.read-register        ADMIN DEV
    session.list-own          ADMIN DEV USER
    second-factor.set-own     ADMIN DEV USER
    association.manage        ADMIN DEV
    outbox.read               DEV
    outbox.test               DEV
    backup.make               DEV
    backup.restore            DEV
    health.read               DEV
    retention.run             DEV
    subscription.request      ADMIN DEV USER UNAUTHENTICATED
    subscription.change       ADMIN DEV USER UNAUTHENTICATED
    subscription.set-own      ADMIN DEV USER
    subscription.manage       ADMIN DEV
    newsletter.read-archive   ADMIN DEV USER UNAUTHENTICATED
    newsletter.manage         ADMIN DEV
    application.submit        DEV UNAUTHENTICATED
    application.follow        ADMIN DEV USER UNAUTHENTICATED
    application.review        ADMIN DEV
    membership.read-own       ADMIN DEV USER
    administration.read       ADMIN DEV
    audit.read                ADMIN DEV
    audit.read-own            ADMIN DEV USER
    draft.save-own            ADMIN DEV USER
    forum.read                ADMIN DEV USER
    forum.write               ADMIN DEV USER
    forum.follow              ADMIN DEV USER
    forum.moderate            ADMIN DEV
    forum.administer          ADMIN DEV
    flag.raise                ADMIN DEV USER
    flag.review               ADMIN DEV
    flag.appeal               ADMIN DEV USER
    flag.appeal-by-link       ADMIN DEV USER UNAUTHENTICATED
    library.read              ADMIN DEV USER
    library.read-admin        ADMIN DEV
    library.add               ADMIN DEV USER
    library.manage            ADMIN DEV
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
