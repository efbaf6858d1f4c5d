import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { lockEvent } from '../events/event-fields.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { LIST_OFFER_MINUTES } from '../rules/waiting-list.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { endListEntry } from './list-entry.ts';
import { sealListSeed } from './list-seed.ts';

type Whose = { hostId: string; eventId: string; actor: Actor };

export type ListSettings = {
  offerMinutes: number;
  /** When the order is drawn; null: in the order in which people come. */
  drawsAt: Date | null;
};

type StoredList = { stoppedAt: Date | null };

const A_YEAR_MS = 366 * 86_400_000;

/** From the commit on people may join for ticket types that are sold out. */
export async function openList(
  tx: Transaction,
  input: Whose & { settings: ListSettings; secretKeys: SecretKeys },
): Promise<void> {
  const { hostId, eventId, settings, secretKeys } = input;
  const event = await lockEvent(tx, { hostId, eventId });
  const { rows } = await tx.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const now = rows[0]?.now ?? new Date();
  if (await lockList(tx, eventId)) throw wrongState('This event already has a waiting list.');
  if (event.status === 'ENDED' || event.status === 'CANCELLED' || event.closesAt <= now) {
    throw wrongState('This event is over, so it can’t have a waiting list.');
  }
  checkOfferMinutes(settings.offerMinutes);
  const aheadMs = settings.drawsAt && settings.drawsAt.getTime() - now.getTime();
  if (aheadMs !== null && aheadMs <= 0) throw invalidField('drawsAt', 'must be in the future.');
  if (aheadMs !== null && aheadMs > A_YEAR_MS) throw invalidField('drawsAt', 'must be within a year.');
  const sealed = settings.drawsAt && sealListSeed(secretKeys, eventId);
  await tx.query(
    `INSERT INTO waiting_lists (event_id, offer_minutes, draws_at, seed_ciphertext, seed_sealed_by, seed_hash)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      eventId,
      settings.offerMinutes,
      settings.drawsAt,
      sealed?.box ?? null,
      sealed?.sealedBy ?? null,
      sealed?.seedHash ?? null,
    ],
  );
  await record(tx, input, { action: 'open', name: event.name, after: settings });
}

/** For offers from now on. */
export async function changeList(tx: Transaction, input: Whose & { offerMinutes: number }): Promise<void> {
  const { eventId, offerMinutes } = input;
  const { name } = await lockOpenList(tx, input);
  checkOfferMinutes(offerMinutes);
  await tx.query('UPDATE waiting_lists SET offer_minutes = $2 WHERE event_id = $1', [eventId, offerMinutes]);
  await record(tx, input, { action: 'change', name, after: { offerMinutes } });
}

/** Nobody joins any more. Those who wait keep their places. */
export async function stopList(tx: Transaction, input: Whose): Promise<void> {
  const { list, name } = await lockOpenList(tx, input);
  if (list.stoppedAt) throw wrongState('Nobody can join this waiting list already.');
  await tx.query('UPDATE waiting_lists SET stopped_at = clock_timestamp() WHERE event_id = $1', [
    input.eventId,
  ]);
  await record(tx, input, { action: 'stop', name });
}

export async function resumeList(tx: Transaction, input: Whose): Promise<void> {
  const { list, name } = await lockOpenList(tx, input);
  if (!list.stoppedAt) throw wrongState('People can join this waiting list already.');
  await tx.query('UPDATE waiting_lists SET stopped_at = NULL WHERE event_id = $1', [input.eventId]);
  await record(tx, input, { action: 'resume', name });
}

/** Nobody waits any more: what comes back is on sale to everybody. Offers that are out stay good. */
export async function releaseList(tx: Transaction, input: Whose): Promise<void> {
  const { name } = await lockOpenList(tx, input);
  const { rows } = await tx.query<{ released: number }>(
    'SELECT released FROM release_waiting_list(of_event => $1)',
    [input.eventId],
  );
  await tx.query(
    'UPDATE waiting_lists SET stopped_at = coalesce(stopped_at, clock_timestamp()) WHERE event_id = $1',
    [input.eventId],
  );
  await record(tx, input, { action: 'release', name, after: { count: rows[0]?.released ?? 0 } });
}

/** Takes one entry off the list. It is told in public that this was done, and never whose it was. */
export async function skipEntry(tx: Transaction, input: Whose & { entryId: string }): Promise<void> {
  const { eventId, entryId } = input;
  const { name } = await lockOpenList(tx, input);
  const { rowCount } = await tx.query(
    `SELECT 1 FROM waiting_list_entries WHERE id = $2 AND event_id = $1 AND state IN ('waiting', 'offered')`,
    [eventId, entryId],
  );
  if (rowCount === 0 || !(await endListEntry(tx, { entryId, state: 'skipped' })))
    throw wrongState('This entry is no longer on the waiting list.');
  await record(tx, input, { action: 'skip', name, after: { entry: entryId } });
}

async function lockOpenList(tx: Transaction, whose: Whose): Promise<{ list: StoredList; name: string }> {
  const { name } = await lockEvent(tx, whose);
  const list = await lockList(tx, whose.eventId);
  if (!list) throw new Refusal('not_found', 'This event has no waiting list.');
  return { list, name };
}

async function lockList(tx: Transaction, eventId: string): Promise<StoredList | null> {
  const { rows } = await tx.query<StoredList>(
    'SELECT stopped_at AS "stoppedAt" FROM waiting_lists WHERE event_id = $1 FOR UPDATE',
    [eventId],
  );
  return rows[0] ?? null;
}

function checkOfferMinutes(minutes: number): void {
  const { min, max } = LIST_OFFER_MINUTES;
  if (Number.isInteger(minutes) && minutes >= min && minutes <= max) return;
  throw invalidField('offerMinutes', `must be a whole number from ${min} to ${max}.`);
}

const wrongState = (message: string): Refusal => new Refusal('wrong_state', message);

const record = (
  tx: Transaction,
  { hostId, eventId, actor }: Whose,
  { action, name, after }: { action: string; name: string; after?: object },
): Promise<void> =>
  recordChange(tx, {
    hostId,
    actor,
    action: `waiting_list.${action}`,
    subject: { id: eventId, name },
    ...(after && { after: { ...after } }),
  });
