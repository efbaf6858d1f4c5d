import { textAt, type ExactJson } from '../exact-json.ts';
import { listAt } from '../find-earlier-refund.ts';
import type { GatewayAnswer } from '../gateway-http.ts';
import { GatewaySilent, type DisputedPayment, type FoundDispute } from '../gateway.ts';
import { decimalsOf, toMinorUnits } from '../../values/major-units.ts';
import { readPages } from '../read-pages.ts';
import { isDispute, momentOrNull, readDispute } from '../read-dispute.ts';

const A_DAY_MS = 86_400_000;

// developer.flutterwave.com/reference/endpoints/charge-backs, version 3 (read 2026-11). Declined is the merchant's word: the bank has not
// decided yet. `pending` is in the guide's samples of new ones.
const STATES: Record<string, FoundDispute['state']> = {
  initiated: 'open',
  pending: 'open',
  declined: 'open',
  won: 'won',
  accepted: 'lost',
  lost: 'lost',
};

type Call = (method: 'GET' | 'POST', path: string) => Promise<GatewayAnswer>;
type Calls = {
  openCall: () => Call;
  acceptedOrThrow: (answer: GatewayAnswer) => ExactJson;
};

/** Chargebacks are asked for by Flutterwave's own reference, which the transaction shows. */
export async function findChargebacks(calls: Calls, payment: DisputedPayment): Promise<FoundDispute[]> {
  const call = calls.openCall();
  const path = `/transactions/${encodeURIComponent(payment.gatewayPaymentId)}/verify`;
  const flwRef = textAt(calls.acceptedOrThrow(await call('GET', path)), 'flw_ref');
  if (flwRef === null)
    throw new GatewaySilent('Flutterwave answered nonsense: a transaction without flw_ref');
  return readChargebacks(await list(calls, call, { flw_ref: flwRef }), payment);
}

/** The days are whole ones, of a clock that may be ahead of ours. */
export async function listChargebacked(
  calls: Calls,
  since: Date,
  nowMs: number,
): Promise<{ reference: string }[]> {
  const [from = '', to = ''] = [since, new Date(nowMs + A_DAY_MS)].map((moment) =>
    moment.toISOString().slice(0, 10),
  );
  return (await list(calls, calls.openCall(), { from, to }))
    .map((entry) => textAt(entry, 'tx_ref'))
    .filter((reference) => reference !== null)
    .map((reference) => ({ reference }));
}

async function list(
  { acceptedOrThrow }: Calls,
  call: Call,
  which: Record<string, string>,
): Promise<ExactJson[]> {
  return readPages(async (page) => {
    const query = new URLSearchParams({ ...which, page: String(page) }).toString();
    const answer = await call('GET', `/chargebacks?${query}`);
    acceptedOrThrow(answer);
    const entries = listAt(answer.body, 'data');
    if (!entries) throw new GatewaySilent('Flutterwave answered nonsense: no list of chargebacks');
    // As in its other lists. Where a page says nothing of it, the next one is asked for until nothing new comes.
    const pages = textAt(answer.body, 'meta', 'page_info', 'total_pages');
    return { entries, hasMore: pages === null ? entries.length > 0 : page < Number(pages) };
  });
}

/** Of a list, those of the payment. They name no currency: it is the transaction's. */
function readChargebacks(entries: ExactJson[], payment: DisputedPayment): FoundDispute[] {
  return entries
    .filter((entry) => {
      const shown = textAt(entry, 'transaction_id');
      // Older answers have the flw_ref alone, by which they were asked for.
      return shown === null || shown === payment.gatewayPaymentId;
    })
    .map((entry) =>
      readDispute('Flutterwave', {
        id: textAt(entry, 'id'),
        currency: textAt(entry, 'currency') ?? payment.currency,
        amountMinorIn: (currency) => toMinorUnits(textAt(entry, 'amount') ?? '', decimalsOf(currency)),
        reason: textAt(entry, 'comment'),
        state: STATES[textAt(entry, 'status')?.toLowerCase() ?? ''] ?? null,
        dueAt: momentOrNull(textAt(entry, 'due_date')),
        openedAt: new Date(textAt(entry, 'created_at') ?? Number.NaN),
      }),
    )
    .filter(isDispute);
}
