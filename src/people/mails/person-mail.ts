/** A change that every owner of a host hears of at once: whoever did it, the others can still undo it. */
export type OwnerNotice =
  | 'payment_account_added'
  | 'payment_account_changed'
  | 'payment_account_removed'
  | 'owner_added'
  | 'owner_removed'
  | 'role_changed'
  | 'private_key_rotated'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_forgotten'
  | 'recovery_codes_made';

/**
 * A mail to somebody who has to do with the dashboard, as its job has it. Ids, and what the database will not know any more
 * when the mail is sent. Never a token: it is made when the mail is sent, so that no link is at rest anywhere.
 */
export type PersonMail =
  | { mail: 'confirm_email' | 'reset_password'; personId: string }
  | { mail: 'password_changed' | 'sign_up_with_known_email'; personId: string }
  /** To the address that the person wants to have from now on. */
  | { mail: 'change_email'; personId: string; newEmail: string }
  /** To the address that the person had until now. */
  | { mail: 'email_changed'; personId: string; oldEmail: string }
  | { mail: 'invitation'; invitationId: string }
  | ({ mail: 'support_visit' } & SupportVisitMail)
  | ({ mail: 'owner_notice' } & OwnerNoticeMail)
  | ({ mail: 'sale_stop' } & SaleStopMail)
  | ({ mail: 'receiver_failing' } & ReceiverFailingMail)
  | ({ mail: 'gateway_down' } & GatewayDownMail)
  | ({ mail: 'dispute' } & DisputeMail);

export type OwnerNoticeMail = {
  /** The recipient. */
  personId: string;
  /** Null: it is the person's own account that changed, and the person belongs to no host. */
  hostId: string | null;
  what: OwnerNotice;
  /** The changed person or thing, as people know it: an e-mail, a gateway's name. */
  subject: string;
  by: { kind: 'member'; email: string } | { kind: 'operator' | 'system' };
  /** From where; null where it was not done over the network. */
  address: string | null;
  /** ISO 8601. */
  at: string;
  /** How often it happened, where several are told in one mail: this is the newest. */
  times?: number;
};

/** The operator has stopped the sale of an event, or ended the stop. */
export type SaleStopMail = {
  /** The recipient. */
  personId: string;
  hostId: string;
  eventId: string;
  eventName: string;
  what: 'stopped' | 'resumed';
  reason: string | null;
  /** ISO 8601. */
  at: string;
};

/** Support asks to look at a host's dashboard, may look, or has looked: to an owner, or to the supporter ("to you"). */
export type SupportVisitMail = {
  /** The recipient. */
  personId: string;
  visitId: string;
  what: 'asked' | 'allowed' | 'ended' | 'allowed_to_you' | 'refused_to_you';
};

/** Nothing arrives at a receiver of an event's webhooks. */
export type ReceiverFailingMail = {
  /** The recipient. */
  personId: string;
  hostId: string;
  eventId: string;
  eventName: string;
  /** The host of its address: the rest may hold a secret. */
  receiver: string;
  /** ISO 8601. */
  since: string;
  /** Purchases that it was never told of. */
  givenUp: number;
};

/** The gateway of one of several accounts does not answer. */
export type GatewayDownMail = {
  /** The recipient. */
  personId: string;
  hostId: string;
  /** The gateway and the currency. */
  account: string;
  /** ISO 8601. */
  since: string;
};

/** A buyer's bank claims a payment back, or has decided. */
export type DisputeMail = {
  /** The recipient. */
  personId: string;
  hostId: string;
  orderId: string;
  reference: string;
  /** `asked`: the bank claims nothing yet. */
  what: 'asked' | 'open' | 'won' | 'lost';
  amountMinor: number;
  currency: string;
  gateway: string;
  /** ISO 8601. */
  dueAt: string | null;
};
