import { Type } from 'typebox';
import { inviteMember } from '../../../hosts/invitations/invite-member.ts';
import { sendInvitationAgain } from '../../../hosts/invitations/send-invitation-again.ts';
import { withdrawInvitation } from '../../../hosts/invitations/withdraw-invitation.ts';
import { changeMember } from '../../../hosts/members/change-member.ts';
import { removeMember } from '../../../hosts/members/remove-member.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { InvitationBody, MemberBody } from './bodies.ts';
import { readTeam } from './server/read-team.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByInvitation = Type.Object({ hostId: Id(), invitationId: Id() });
const ByMember = Type.Object({ hostId: Id(), memberId: Id() });

/** The members of a host, and who is invited. */
export function registerTeam(scope: HttpServer, deps: DashboardDeps): void {
  const { change, sendView } = deps;

  scope.get(ROUTES.team.view.path, { schema: { params: ByHost } }, async (request, reply) => {
    const data = await readTeam(deps, memberOf(request));
    return sendView(request, reply, { view: 'team', data });
  });

  scope.patch(
    ROUTES.team.change.path,
    { schema: { params: ByMember, body: MemberBody } },
    async (request) => {
      const { hostId, memberId } = request.params;
      return change(request, (tx) =>
        changeMember(tx, { hostId, actor: actorOf(request), memberId, ...request.body }),
      );
    },
  );

  scope.delete(ROUTES.team.remove.path, { schema: { params: ByMember } }, async (request) => {
    const { hostId, memberId } = request.params;
    await change(request, (tx) => removeMember(tx, { hostId, actor: actorOf(request), memberId }));
    return {};
  });

  scope.post(ROUTES.team.leave.path, { schema: { params: ByHost } }, async (request) => {
    const { hostId, memberId } = memberOf(request);
    await change(request, (tx) => removeMember(tx, { hostId, actor: actorOf(request), memberId }));
    return {};
  });
  registerInvitations(scope, deps);
}

function registerInvitations(scope: HttpServer, { change }: DashboardDeps): void {
  scope.post(
    ROUTES.team.invite.path,
    { schema: { params: ByHost, body: InvitationBody } },
    async (request, reply) => {
      const { hostId } = memberOf(request);
      const made = await change(request, (tx) =>
        inviteMember(tx, { hostId, actor: actorOf(request), ...request.body }),
      );
      reply.code(201);
      return made;
    },
  );

  scope.post(ROUTES.team.inviteAgain.path, { schema: { params: ByInvitation } }, async (request) => {
    const { hostId, invitationId } = request.params;
    return change(request, (tx) =>
      sendInvitationAgain(tx, { hostId, actor: actorOf(request), invitationId }),
    );
  });

  scope.delete(ROUTES.team.withdraw.path, { schema: { params: ByInvitation } }, async (request) => {
    const { hostId, invitationId } = request.params;
    await change(request, (tx) => withdrawInvitation(tx, { hostId, actor: actorOf(request), invitationId }));
    return {};
  });
}
