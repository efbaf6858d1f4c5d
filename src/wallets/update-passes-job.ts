import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { isErasedAddress } from '../rules/erased-person.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { pushToPhones } from './apple/push-to-phones.ts';
import { openGoogle, PassRefused } from './google/tell-google.ts';
import { loadPass } from './load-pass.ts';
import type { Wallets } from './wallets.ts';

type Payload = { ticketId: string } | { eventId: string };

const A_MINUTE_MS = 60_000;
// A wallet that is away for hours shows the pass as it was; the door reads tickets, and knows.
const RETRY_DELAYS_MS = [10_000, A_MINUTE_MS, 10 * A_MINUTE_MS, 60 * A_MINUTE_MS, 360 * A_MINUTE_MS];
const PAGE = 500;

/** Tells phones and Google that passes have changed: those of a ticket, or all of an event. functions/note_changed_pass.sql writes it. */
export function updatePassesJob(deps: {
  database: Database;
  secretKeys: SecretKeys;
  wallets: Wallets;
}): JobKind<Payload> {
  return {
    kind: 'update_passes',
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 2,
    async run(payload, { signal }) {
      // Both are told, and a wallet that is away keeps nobody else waiting.
      const ends = await Promise.allSettled([
        tellApple(deps, payload, signal),
        tellGoogle(deps, payload, signal),
      ]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

type Deps = Parameters<typeof updatePassesJob>[0];

const ofPayload = (payload: Payload): { sql: string; id: string } =>
  'ticketId' in payload
    ? { sql: 'ticket_id = $1', id: payload.ticketId }
    : { sql: 'event_id = $1', id: payload.eventId };

async function tellApple({ database, wallets }: Deps, payload: Payload, signal: AbortSignal): Promise<void> {
  const { apple, applePushUrl } = wallets.settings;
  const { sql, id } = ofPayload(payload);
  const { rows } = await database.query<{ pushToken: string }>(
    `UPDATE wallet_passes SET changed_at = clock_timestamp() WHERE ${sql} AND wallet = 'apple' RETURNING push_token AS "pushToken"`,
    [id],
  );
  // Without a certificate nobody can be told; phones that ask hear of it.
  if (!apple || !wallets.has('apple')) return;
  const pushTokens = [...new Set(rows.map(({ pushToken }) => pushToken))];
  const { gone, failure } = await pushToPhones(pushTokens, {
    url: applePushUrl,
    credentials: apple,
    signal,
  });
  if (gone.length > 0) await database.query('DELETE FROM wallet_passes WHERE push_token = ANY ($1)', [gone]);
  if (failure) throw failure;
}

async function tellGoogle(
  { database, secretKeys, wallets }: Deps,
  payload: Payload,
  signal: AbortSignal,
): Promise<void> {
  const { google, googleUrl, googleTokenUrl } = wallets.settings;
  if (!google) return;
  const { sql, id } = ofPayload(payload);
  let after = '';
  let refused: PassRefused | null = null;
  let tell: Awaited<ReturnType<typeof openGoogle>> | null = null;
  for (;;) {
    const { rows } = await database.query<{ number: string }>(
      `SELECT pass AS number FROM wallet_passes WHERE ${sql} AND wallet = 'google' AND pass > $2 ORDER BY pass LIMIT $3`,
      [id, after, PAGE],
    );
    const last = rows.at(-1);
    if (!last) break;
    tell ??= await openGoogle(google, { url: googleUrl, tokenUrl: googleTokenUrl, signal });
    for (const { number } of rows) {
      signal.throwIfAborted();
      const pass = await loadPass(database, secretKeys, number);
      try {
        if (pass) await tell.tell(pass);
      } catch (error) {
        if (!(error instanceof PassRefused)) throw error;
        // It stays for another try, and those behind it are told.
        refused ??= error;
        continue;
      }
      // A void pass that was passed on never changes again.
      if (!pass?.ticket || isErasedAddress(pass.ticket.recipient.email))
        await database.query(`DELETE FROM wallet_passes WHERE pass = $1 AND wallet = 'google'`, [number]);
    }
    after = last.number;
  }
  if (refused) throw refused;
}
