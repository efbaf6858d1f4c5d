import { decimalsOf, toMinorUnits } from '../../values/major-units.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { listAt } from '../find-earlier-refund.ts';
import type { GatewayAnswer, JsonCall } from '../gateway-http.ts';
import { GatewaySilent, type DisputedPayment, type FoundDispute } from '../gateway.ts';
import { isDispute, momentOrNull, readDispute } from '../read-dispute.ts';
import { readPages } from '../read-pages.ts';

const PAGE_SIZE = '250';

type Calls = { openCall: () => JsonCall; acceptedOrThrow: (answer: GatewayAnswer) => ExactJson };

/**
 * mollie/openapi of 2026-08-21: Mollie tells of no open disputes. The money has left with the chargeback, and is back once it was reversed. It names no
 * deadline; the host answers in its dashboard there.
 */
export async function findMollieChargebacks(
  { openCall, acceptedOrThrow }: Calls,
  { gatewayPaymentId }: DisputedPayment,
): Promise<FoundDispute[]> {
  const path = `/v2/payments/${encodeURIComponent(gatewayPaymentId)}/chargebacks?limit=${PAGE_SIZE}`;
  return chargebacksIn(acceptedOrThrow(await openCall()('GET', path)))
    .filter((entry) => textAt(entry, 'paymentId') === gatewayPaymentId)
    .map(toFound)
    .filter(isDispute);
}

/** The newest come first. */
export async function listMollieChargedBack(
  { openCall, acceptedOrThrow }: Calls,
  since: Date,
): Promise<{ reference: string }[]> {
  let from: string | null = null;
  const found = await readPages(async () => {
    const query = new URLSearchParams({ limit: PAGE_SIZE, embed: 'payment', ...(from !== null && { from }) });
    const body = acceptedOrThrow(await openCall()('GET', `/v2/chargebacks?${query.toString()}`));
    const listed = chargebacksIn(body);
    const recent = listed.filter((entry) => openedAt(entry).getTime() >= since.getTime());
    const next = textAt(body, '_links', 'next', 'href');
    from = next !== null && URL.canParse(next) ? new URL(next).searchParams.get('from') : null;
    return { entries: recent, hasMore: from !== null && recent.length === listed.length };
  });
  return found
    .map((entry) => textAt(entry, '_embedded', 'payment', 'metadata', 'reference'))
    .filter((reference) => reference !== null)
    .map((reference) => ({ reference }));
}

function chargebacksIn(body: ExactJson): ExactJson[] {
  const entries = listAt(fieldAt(body, '_embedded') ?? null, 'chargebacks');
  if (!entries) throw new GatewaySilent('Mollie answered nonsense: no list of chargebacks');
  return entries;
}

const openedAt = (entry: ExactJson): Date => new Date(textAt(entry, 'createdAt') ?? Number.NaN);

function toFound(entry: ExactJson): FoundDispute | null {
  const reversedAt = momentOrNull(textAt(entry, 'reversedAt'));
  return readDispute('Mollie', {
    id: textAt(entry, 'id'),
    currency: textAt(entry, 'amount', 'currency'),
    amountMinorIn: (currency) => toMinorUnits(textAt(entry, 'amount', 'value') ?? '', decimalsOf(currency)),
    // Only of direct debits.
    reason: textAt(entry, 'reason', 'description'),
    state: reversedAt === null ? 'lost' : 'won',
    dueAt: null,
    openedAt: openedAt(entry),
    endedAt: reversedAt ?? openedAt(entry),
  });
}
