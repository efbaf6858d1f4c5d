import type { MailingStoppedFor } from '../tickets/mails/mailings/mailing.ts';

// As many as the database takes.
export const MAX_TICKET_TYPES = 200;

/** The holders of tickets, or the buyers. */
export const AUDIENCES = ['holders', 'buyers'] as const;
/** By whether the ticket was shown at the door. */
export const ATTENDANCES = ['all', 'came', 'not_yet'] as const;

export type Audience = (typeof AUDIENCES)[number];
export type Attendance = (typeof ATTENDANCES)[number];

/** The recipients of a message. */
export type Choice = {
  audience: Audience;
  attendance: Attendance;
  /** None: tickets of all types. */
  ticketTypeIds: readonly string[];
};

/** `gathering`: whom it goes to is still being written down, and nobody gets it yet. */
export type MessageState = 'gathering' | 'sending' | 'stopped' | 'sent';
/**
 * Why the rest of a message is not sent: a member said so, the host is suspended, whoever sent it is no member any more, or more of its
 * addresses were entered by the host than it may write to in a day.
 */
export type StoppedFor = MailingStoppedFor | 'mails_a_day';
