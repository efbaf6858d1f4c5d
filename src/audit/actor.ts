import type { Transaction } from '../db/database.ts';
import type { VisitorRole } from '../powers.ts';

/**
 * The person or program that acts: a member in the dashboard, the operator at the terminal, the program itself, a buyer with the key to
 * an order, or somebody not signed in.
 */
export type Actor =
  | { kind: 'member'; personId: string; email: string; role: VisitorRole | null; address: string }
  | { kind: 'operator' }
  | { kind: 'system' }
  | { kind: 'stranger'; address: string }
  /** Anyone with an order's receipt token. The address is left out: the log is kept for good, and buyers' data are not. */
  | { kind: 'buyer' };

/** The terminal: whoever can start the program's commands has the database as well. */
export const OPERATOR: Actor = { kind: 'operator' };
export const SYSTEM: Actor = { kind: 'system' };

/** Names who acts, for the rest of the transaction: changes of orders take it from there, whichever function writes them. */
export async function nameActor(tx: Transaction, actor: Actor): Promise<void> {
  await tx.query(`SELECT set_config('tessera.actor', $1, true)`, [
    actor.kind === 'member' ? `member ${actor.personId}` : actor.kind,
  ]);
}
