import type { Queryable } from '../../db/database.ts';
import type { Pass } from '../load-pass.ts';
import { ticketOfPass } from '../pass-number.ts';

/** The reader is on the way to Google with this pass: from now on Google is told when it changes. */
export async function noteGooglePass(tx: Queryable, { number, event }: Pass): Promise<void> {
  await tx.query(
    `INSERT INTO wallet_passes (pass, wallet, device, ticket_id, event_id) VALUES ($1, 'google', '', $2, $3)
     ON CONFLICT DO NOTHING`,
    [number, ticketOfPass(number), event.id],
  );
}
