import type { AutomaticMailSettings } from '../../../automatic-mails/read-automatic-mails.ts';
import type { Message } from '../../../messages/list-messages.ts';
import type { ShownEvent } from '../event-layout/data.ts';

export type TicketTypeName = { id: string; name: string };

/** Dates are in ISO 8601. */
export type ShownMessage = Omit<Message, 'createdAt' | 'stoppedAt' | 'finishedAt' | 'text'> & {
  createdAt: string;
  stoppedAt: string | null;
  finishedAt: string | null;
};

/** The number of messages left in these 24 hours. */
export type ShownAllowance = { left: number; limit: 'event' | 'host'; most: number; againAt: string | null };

/** Dates are in ISO 8601. */
export type ShownAutomaticMail = Omit<AutomaticMailSettings, 'dueAt' | 'begunAt'> & {
  dueAt: string | null;
  begunAt: string | null;
};

export type AutomaticMailView = { event: ShownEvent; mail: ShownAutomaticMail };

export type EventMessagesView = {
  event: ShownEvent;
  automatic: ShownAutomaticMail[];
  messages: ShownMessage[];
  nextCursor: string | null;
  allowance: ShownAllowance;
};

export type NewMessageView = {
  event: ShownEvent;
  ticketTypes: TicketTypeName[];
  allowance: ShownAllowance;
  /** The id of the new message: two presses send one. */
  messageId: string;
  /** The address for replies; null: the host has set none. */
  replyTo: string | null;
  /** The message to start with: an earlier message's words and recipients, or nothing. */
  initial: {
    subject: string;
    text: string;
    audience: Message['audience'];
    attendance: Message['attendance'];
    ticketTypeIds: string[];
  };
};

/** A person whom the message did not reach. */
export type ShownFailure = {
  mailId: string;
  recipient: string;
  reference: string;
  isRefused: boolean;
  error: string;
};

export type EventMessageView = {
  event: ShownEvent;
  message: ShownMessage;
  failures: ShownFailure[];
  nextCursor: string | null;
};

/** `next`: counted up to here; send it to go on. Null: all are counted. */
export type RecipientCount = { people: number; typedByHost: number; next: string | null };
