import assert from 'node:assert/strict';
import { inviteMember } from '../../../hosts/invitations/invite-member.ts';
import { sendInvitationAgain } from '../../../hosts/invitations/send-invitation-again.ts';
import { withdrawInvitation } from '../../../hosts/invitations/withdraw-invitation.ts';
import { changeMember } from '../../../hosts/members/change-member.ts';
import { removeMember } from '../../../hosts/members/remove-member.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { InvitationBody, MemberBody } from './bodies.ts';
import { readTeam } from './server/read-team.ts';

/** The members and invitations of a host. */
export function registerTeam(
  { view, change }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'signUp'>,
): void {
  const routes = ROUTES.team;
  view(routes.view, { shows: 'team' }, ({ member }) => readTeam(deps, member));
  change(routes.change, { body: MemberBody }, changeMember);
  change(routes.remove, {}, removeMember);
  change(routes.leave, {}, (tx, input, { member: { memberId } }) => {
    assert(memberId, 'support is not a member, and changes nothing');
    return removeMember(tx, { ...input, memberId });
  });
  change(routes.invite, { body: InvitationBody, status: 201 }, inviteMember);
  change(routes.inviteAgain, {}, sendInvitationAgain);
  change(routes.withdraw, {}, withdrawInvitation);
}
