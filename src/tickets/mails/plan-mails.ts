import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import { isErasedAddress } from '../../rules/erased-person.ts';

export type MailKind =
  | 'tickets'
  | 'payment_returned'
  | 'refunded'
  | 'event_cancelled'
  | 'event_postponed'
  | 'passed_on'
  | 'voided'
  | 'seat_change_due'
  | 'address_changed'
  | 'transfer_due'
  | 'transfer_reminder'
  | 'transfer_lapsed'
  | 'return_asked'
  | 'returned'
  | 'return_declined'
  | 'not_resold'
  | 'message'
  | 'reminder'
  | 'thanks';

export type MailName = {
  orderId: string;
  kind: MailKind;
  /** Empty for an order's first tickets; else the resending, payment, refund, cancellation, postponement, passing on, change of address, voiding, return, message, or start of the event. */
  occasion: string;
};

export type PlannedMail = { id: string; recipient: string };

/** Writes down whom a mail goes to. Harmless to repeat: a mail that is planned already is the same row. */
export async function planMails(tx: Queryable, mail: MailName, recipients: string[]): Promise<void> {
  const { orderId, ...about } = mail;
  await planMailsOfOrders(
    tx,
    about,
    recipients.map((recipient) => ({ orderId, recipient })),
  );
}

/** The same for what people of many orders are told at once. */
export async function planMailsOfOrders(
  tx: Queryable,
  mail: Omit<MailName, 'orderId'>,
  recipients: readonly { orderId: string; recipient: string }[],
): Promise<void> {
  // People whose data were erased get no more mail.
  const reachable = recipients.filter(({ recipient }) => !isErasedAddress(recipient));
  await tx.query(
    `INSERT INTO mails (id, order_id, kind, occasion, recipient)
     SELECT id, order_id, $1, $2, recipient
       FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS planned (id, order_id, recipient)
     ON CONFLICT DO NOTHING`,
    [
      mail.kind,
      mail.occasion,
      reachable.map(() => randomUUIDv7()),
      reachable.map(({ orderId }) => orderId),
      reachable.map(({ recipient }) => recipient),
    ],
  );
}

/** Lists mails that are planned, and neither sent nor refused for good. */
export async function listUnsentMails(tx: Queryable, mail: MailName): Promise<PlannedMail[]> {
  const { rows } = await tx.query<PlannedMail>(
    `SELECT id, recipient FROM mails
      WHERE order_id = $1 AND kind = $2 AND occasion = $3 AND sent_at IS NULL AND refused_at IS NULL
      ORDER BY id`,
    [mail.orderId, mail.kind, mail.occasion],
  );
  return rows;
}
