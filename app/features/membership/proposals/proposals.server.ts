import type { Actor } from '~/policy/actor';
import { transaction } from '~/db/db.server';
import { changeRole } from '~/features/identity/accounts/accounts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { takeProposal } from '~/features/identity/proposals/proposals.server';
import { reactivateAndTell, resetSecondFactorAndTell, suspendAndTell } from './told-changes.server';
import { authorise } from '~/policy/permissions';

const tellingActs = {
  suspend: suspendAndTell,
  reactivate: reactivateAndTell,
  'reset-second-factor': resetSecondFactorAndTell,
};

/**
 * A second administrator confirms what another one has proposed, and it takes effect. Told to the person
 * concerned and to the other administrators.
 * @throws AppError as `takeProposal`, `error.last-administrator`, `error.changed-meanwhile` (it is so
 *   already)
 */
export async function confirmProposal(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'user.update');
  await transaction(async (tx) => {
    const { acting, person, change, proposal } = await takeProposal(tx, actor, id);
    const { id: userId } = person;
    if (change.kind === 'role') await changeRole(tx, acting, { person, role: change.role });
    else await tellingActs[change.kind](tx, userId, acting);
    await appendAudit(tx, acting, {
      action: change.kind === 'role' ? 'user.update-role' : `user.${change.kind}`,
      target: { kind: 'user', id: userId },
      subjectId: userId,
      reason: proposal.reason,
      changes: {
        ...(change.kind === 'role' ? { role: { from: person.role, to: change.role } } : {}),
        proposedBy: { to: proposal.proposedBy },
      },
    });
  });
}
