import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import type { Seat } from './list-order-tickets.ts';
import { claimedSerial, readTicketCode } from './ticket-code.ts';
import { findVerifyKeys } from './verify-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** What the person at the door sees of a ticket. */
export type AdmittedTicket = {
  id: string;
  orderReference: string;
  position: number;
  typeName: string;
  firstName: string;
  lastName: string;
  seat: Seat | null;
};

export type Admission =
  | { outcome: 'admitted'; usedAt: Date; ticket: AdmittedTicket }
  | { outcome: 'already_used'; usedAt: Date; ticket: AdmittedTicket }
  | { outcome: 'void'; ticket: AdmittedTicket }
  | { outcome: 'other_event'; eventName: string }
  | { outcome: 'unknown' };

/**
 * Lets the holder of a ticket in, once: of any number of doors that read the same code at one moment, one is told
 * `admitted`. The condition is part of the write, so the row's lock decides, and no other.
 */
export async function admitTicket(
  tx: Queryable,
  secretKeys: SecretKeys,
  { eventId, code }: { eventId: string; code: string },
): Promise<Admission> {
  const verifyKeys = await findVerifyKeys(tx, secretKeys, eventId);
  const serial = readTicketCode(verifyKeys, { eventId, code });
  if (serial === null) return admitNobody(tx, secretKeys, { eventId, code });
  const { rowCount } = await tx.query(
    `UPDATE tickets SET used_at = clock_timestamp()
      WHERE serial = $1 AND event_id = $2 AND used_at IS NULL AND voided_at IS NULL`,
    [serial, eventId],
  );
  const found = await findTicket(tx, { serial, eventId });
  // A signed code without its row: the ticket was passed on, and has another serial since.
  if (!found) return { outcome: 'unknown' };
  const { ticket, usedAt, isVoid } = found;
  if (rowCount === 1) {
    assert(usedAt, 'an admitted ticket without its time');
    return { outcome: 'admitted', usedAt, ticket };
  }
  if (isVoid) return { outcome: 'void', ticket };
  assert(usedAt, 'a ticket that was neither admitted, nor used, nor void');
  return { outcome: 'already_used', usedAt, ticket };
}

async function findTicket(
  tx: Queryable,
  { serial, eventId }: { serial: string; eventId: string },
): Promise<{ ticket: AdmittedTicket; usedAt: Date | null; isVoid: boolean } | null> {
  const { rows } = await tx.query<{ ticket: AdmittedTicket; usedAt: Date | null; isVoid: boolean }>(
    `SELECT json_build_object(
              'id', t.id, 'orderReference', o.reference, 'position', t.position, 'typeName', y.name,
              'firstName', t.first_name, 'lastName', t.last_name,
              'seat', CASE WHEN s.id IS NOT NULL
                           THEN json_build_object('section', s.section, 'row', s.row_label, 'seat', s.seat_label) END
            ) AS ticket,
            t.used_at AS "usedAt", t.voided_at IS NOT NULL AS "isVoid"
       FROM tickets AS t
       JOIN orders AS o ON o.id = t.order_id
       JOIN ticket_types AS y ON y.id = t.ticket_type_id
       LEFT JOIN seats AS s ON s.id = t.seat_id
      WHERE t.serial = $1 AND t.event_id = $2`,
    [serial, eventId],
  );
  return rows[0] ?? null;
}

/** A guest at the wrong door of the same host is sent to the right one; of another host's tickets nothing is said. */
async function admitNobody(
  tx: Queryable,
  secretKeys: SecretKeys,
  { eventId, code }: { eventId: string; code: string },
): Promise<Admission> {
  const serial = claimedSerial(code);
  if (serial === null) return { outcome: 'unknown' };
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT e.id, e.name
       FROM tickets AS t
       JOIN events AS e ON e.id = t.event_id
       JOIN events AS here ON here.id = $2 AND here.host_id = e.host_id
      WHERE t.serial = $1`,
    [serial, eventId],
  );
  const [other] = rows;
  if (!other) return { outcome: 'unknown' };
  const verifyKeys = await findVerifyKeys(tx, secretKeys, other.id);
  if (readTicketCode(verifyKeys, { eventId: other.id, code }) === null) return { outcome: 'unknown' };
  return { outcome: 'other_event', eventName: other.name };
}
