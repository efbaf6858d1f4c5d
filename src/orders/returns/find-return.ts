import type { Queryable } from '../../db/database.ts';
import { hashToken, isToken } from '../../people/sessions/session-token.ts';

export type ReturnState =
  | 'asked'
  | 'waiting'
  | 'listed'
  | 'sold'
  | 'done'
  | 'declined'
  | 'unsold'
  | 'withdrawn'
  | 'lapsed';

export type FoundReturn = {
  id: string;
  state: ReturnState;
  ticketIds: string[];
  amountMinor: number;
  /** The link is too old. */
  isExpired: boolean;
};

const COLUMNS = `id, state, ticket_ids AS "ticketIds", amount_minor AS "amountMinor", expires_at <= clock_timestamp() AS "isExpired"`;

/** By its mailed link, which is of this order; null for any other text. With `locks`, nobody else decides on it until the transaction ends. */
export async function findReturnByLink(
  tx: Queryable,
  { orderId, token, locks = false }: { orderId: string; token: string; locks?: boolean },
): Promise<FoundReturn | null> {
  if (!isToken(token)) return null;
  const { rows } = await tx.query<FoundReturn>(
    `SELECT ${COLUMNS} FROM returns WHERE token_sha256 = $1 AND order_id = $2 ${locks ? 'FOR UPDATE' : ''}`,
    [hashToken(token), orderId],
  );
  return rows[0] ?? null;
}

/** By its id, of this order, and nobody else decides on it until the transaction ends. */
export async function lockReturn(
  tx: Queryable,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<FoundReturn | null> {
  const { rows } = await tx.query<FoundReturn>(
    `SELECT ${COLUMNS} FROM returns WHERE id = $1 AND order_id = $2 FOR UPDATE`,
    [returnId, orderId],
  );
  return rows[0] ?? null;
}
