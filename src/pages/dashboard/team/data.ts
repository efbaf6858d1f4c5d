import type { Power, Role, VisitorRole } from '../../../powers.ts';

/** The members of a host. Dates are in ISO 8601. */
export type TeamView = {
  members: {
    memberId: string;
    /** The member who looks at the page. */
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
  /** Open invitations, the newest first. */
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
  /** True if sign-up is closed: only people with an account can accept. */
  invitesAccountsOnly: boolean;
  /** Choices of the form, newest first. */
  events: { eventId: string; name: string; startsAt: string; timezone: string }[];
  /** The powers of each role, as the server checks them. */
  powers: { power: Power; roles: VisitorRole[] }[];
};
