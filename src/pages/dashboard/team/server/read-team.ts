import { listInvitations } from '../../../../hosts/invitations/list-invitations.ts';
import { listEventsToChoose } from '../../../../hosts/members/list-events-to-choose.ts';
import type { Member } from '../../../../hosts/members/find-member.ts';
import { listMembers } from '../../../../hosts/members/list-members.ts';
import { POWERS, type Power } from '../../../../powers.ts';
import type { DashboardDeps } from '../../access/dashboard-deps.ts';
import type { TeamView } from '../data.ts';

/** The data of the team's page for this member. */
export async function readTeam(
  { database, signUp }: Pick<DashboardDeps, 'database' | 'signUp'>,
  member: Member,
): Promise<TeamView> {
  const { hostId, eventIds } = member;
  const members = await listMembers(database, hostId);
  const invitations = await listInvitations(database, hostId);
  const events = await listEventsToChoose(database, hostId);
  return {
    members: members.map(({ personId, ...one }) => ({
      ...one,
      isYou: personId === member.personId,
      lastSeenAt: one.lastSeenAt?.toISOString() ?? null,
      since: one.since.toISOString(),
    })),
    invitations: invitations.map((invitation) => ({
      ...invitation,
      createdAt: invitation.createdAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
    })),
    invitesAccountsOnly: signUp === 'closed',
    // Members of some events learn of no others here.
    events: events
      .filter(({ eventId }) => eventIds === null || eventIds.includes(eventId))
      .map((event) => ({ ...event, startsAt: event.startsAt.toISOString() })),
    powers: (Object.keys(POWERS) as Power[]).map((power) => ({ power, roles: [...POWERS[power]] })),
  };
}
