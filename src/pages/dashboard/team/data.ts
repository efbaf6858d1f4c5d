import type { Power, Role } from '../../../powers.ts';

/** Who works for a host. Dates are in ISO 8601. */
export type TeamView = {
  members: {
    memberId: string;
    /** Whoever looks at the page. */
    isYou: boolean;
    name: string;
    email: string;
    role: Role;
    /** Null: all of the host's. */
    eventIds: string[] | null;
    hasFactor: boolean;
    lastSeenAt: string | null;
    since: string;
    version: number;
  }[];
  /** Those that nobody has accepted yet, the newest first. */
  invitations: {
    invitationId: string;
    email: string;
    role: Role;
    eventIds: string[] | null;
    invitedBy: string | null;
    createdAt: string;
    expiresAt: string;
    isExpired: boolean;
  }[];
  /** Where sign-up is closed: an invitation is of use to nobody else. */
  invitesAccountsOnly: boolean;
  /** To choose from, newest first. */
  events: { eventId: string; name: string; startsAt: string; timezone: string }[];
  /** What each role may do, as the server asks it. */
  powers: { power: Power; roles: Role[] }[];
};
