import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { GatewayRefused, type LookedUp, type TakenPayment } from '../gateway.ts';
import { readTaken } from '../read-taken.ts';
import { nonsense, type StripeCalls } from './stripe-calls.ts';
import { fromStripeUnits } from './stripe-units.ts';

/**
 * A payment has one session, or two: that of Stripe's own page and that of its script. A session shown by the script has no page. To
 * everybody else they are one name of one payment.
 */
export const joinSessions = (page: string, script: string | null): string =>
  script === null ? page : `${page} ${script}`;

export const splitSessions = (sessionId: string): string[] => sessionId.split(' ');

export const scriptSessionIn = (sessionId: string | null): string | null =>
  splitSessions(sessionId ?? '')[1] ?? null;

const pathOf = (id: string): string => `/v1/checkout/sessions/${encodeURIComponent(id)}`;

/** Both sessions may have been paid. As soon as one is, the other is asked to close. */
export async function lookUpSessions(
  calls: StripeCalls,
  { reference, sessionId }: { reference: string; sessionId: string },
): Promise<LookedUp> {
  const call = calls.open();
  const found = await Promise.all(
    splitSessions(sessionId).map(async (id) => {
      // A session does not tell when it was paid; its charge does.
      const answer = await call('GET', `${pathOf(id)}?expand[]=payment_intent.latest_charge`);
      if (answer.status === 404) return { id, state: 'unknown' as const, taken: [] };
      return { id, ...toLookedUp(calls.acceptedOrThrow(answer), reference) };
    }),
  );
  const has = (wanted: LookedUp['state']): boolean => found.some(({ state }) => state === wanted);
  if (has('paid') || has('under_way')) {
    const open = found.filter(({ state }) => state === 'open').map(({ id }) => id);
    await Promise.all(open.map((id) => expireSession(calls, id).catch(() => {})));
  }
  const state = (['paid', 'under_way', 'open', 'closed'] as const).find(has) ?? 'unknown';
  return { state, taken: found.flatMap(({ taken }) => taken) };
}

/** A refusal says that it is paid or expired already: a look-up tells which. */
export async function expireSession(calls: StripeCalls, id: string): Promise<void> {
  try {
    calls.acceptedOrThrow(await calls.open()('POST', `${pathOf(id)}/expire`));
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
  }
}

/** The client secret, which opens a session in the script; null: it can't be paid any more. */
export async function findClientSecret(calls: StripeCalls, id: string): Promise<string | null> {
  const answer = await calls.open()('GET', pathOf(id));
  if (answer.status === 404) return null;
  const session = calls.acceptedOrThrow(answer);
  return textAt(session, 'status') === 'open' ? textAt(session, 'client_secret') : null;
}

function toLookedUp(session: ExactJson, reference: string): LookedUp {
  const status = textAt(session, 'status');
  if (status === null || textAt(session, 'client_reference_id') !== reference)
    throw nonsense('another payment');
  if (textAt(session, 'payment_status') === 'paid') return { state: 'paid', taken: [toTaken(session)] };
  // Complete and not paid.
  if (status === 'complete') return { state: 'under_way', taken: [] };
  return { state: status === 'expired' ? 'closed' : 'open', taken: [] };
}

function toTaken(session: ExactJson): TakenPayment {
  const intent = fieldAt(session, 'payment_intent');
  const how = fieldAt(intent, 'latest_charge', 'payment_method_details');
  const paidSeconds = textAt(intent, 'latest_charge', 'created') ?? textAt(session, 'created');
  return readTaken('Stripe', {
    id: textAt(session, 'payment_intent') ?? textAt(intent, 'id'),
    currency: textAt(session, 'currency'),
    amountMinorIn: (currency) => fromStripeUnits(textAt(session, 'amount_total'), currency),
    paidAt: new Date(Number(paidSeconds ?? Number.NaN) * 1_000),
    method: textAt(how, 'card', 'wallet', 'type') ?? textAt(how, 'type'),
  });
}
