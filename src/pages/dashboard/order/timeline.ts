import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import type { OrderView } from './data.ts';
import type { OrderTexts } from './texts.ts';

export type Tone = 'good' | 'waiting' | 'bad' | 'off';

export type Entry = {
  key: string;
  at: string;
  title: string;
  details: string[];
  badge: { tone: Tone; text: string } | null;
  /** The delivery that it is about. */
  deliveryId: string | null;
};

export const REFUND_TONES = {
  pending: 'waiting',
  asking: 'waiting',
  sent: 'waiting',
  succeeded: 'good',
  needs_attention: 'bad',
  settled_by_hand: 'good',
} as const satisfies Record<OrderView['refunds'][number]['status'], Tone>;
const MAIL_TONES = { waiting: 'waiting', sent: 'good', refused: 'bad' } as const;
const DELIVERY_TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

type Refund = OrderView['refunds'][number];
type Change = OrderView['changes'][number];
type Words = { texts: OrderTexts; states: Record<OrderView['status'], string>; money: Money };
type Money = (minor: number, currency: string) => string;

/** All that happened to an order, the newest first. */
export function timelineOf(order: OrderView, words: Words): Entry[] {
  const told = new Set(order.refunds.map((refund) => askedFor(order, refund)));
  const entries = [
    ...changesOf(order, words).filter((_, index) => !told.has(order.changes[index])),
    ...moneyOf(order, words),
    ...mailsOf(order, words),
    ...deliveriesOf(order, words),
  ];
  return (
    entries
      .map((entry, index) => ({ entry, index }))
      // Entries of one millisecond keep their order.
      .toSorted((one, other) => other.entry.at.localeCompare(one.entry.at) || other.index - one.index)
      .map(({ entry }) => entry)
  );
}

const ASKED = 'a refund was asked for'; // as on record
// Both are written in one transaction, one after the other.
const TOGETHER_MS = 1_000;

/** The entry with the member and reason of a refund; it is shown with the refund. */
const askedFor = ({ changes }: OrderView, { reason, createdAt }: Refund): Change | undefined =>
  changes.find(
    ({ cause, at }) =>
      reason === 'host' &&
      cause.startsWith(ASKED) &&
      Math.abs(Date.parse(at) - Date.parse(createdAt)) < TOGETHER_MS,
  );

function changesOf({ changes }: OrderView, { texts, states }: Words): Entry[] {
  return changes.map((change, index) => {
    const isNew = changes[index - 1]?.status !== change.status;
    const cause = change.told.charAt(0).toUpperCase() + change.told.slice(1);
    return {
      key: `change ${index}`,
      at: change.at,
      title: isNew ? states[change.status] : cause,
      details: [...(isNew ? [cause] : []), ...(change.by ? [texts.by(change.by)] : [])],
      badge: null,
      deliveryId: null,
    };
  });
}

function moneyOf(order: OrderView, words: Words): Entry[] {
  const { texts, money } = words;
  return [
    ...order.payments.map((payment) => ({
      key: `payment ${payment.gatewayPaymentId}`,
      at: payment.paidAt,
      title: texts.paymentOf(money(payment.amountMinor, payment.currency)),
      details: [howPaid(order, payment, texts)],
      badge: null,
      deliveryId: null,
    })),
    ...order.refunds.map((refund) => ({
      key: `refund ${refund.id}`,
      at: refund.createdAt,
      title: texts.refundOf(money(refund.amountMinor, refund.currency)),
      details: detailsOf(order, refund, texts),
      badge: { tone: REFUND_TONES[refund.status], text: texts.refundStates[refund.status] },
      deliveryId: null,
    })),
  ];
}

/** The gateway, with what was paid there, or how the host was paid directly. */
export function howPaid(
  { paidBy }: Pick<OrderView, 'paidBy'>,
  { gateway, method, use }: Pick<OrderView['payments'][number], 'gateway' | 'method' | 'use'>,
  texts: OrderTexts,
): string {
  if (gateway === 'by_hand') return texts.paidToYou[paidBy ?? 'other'];
  // It is on the host's own account: nobody else can give it back.
  if (gateway === 'bank_transfer' && use !== 'order') return texts.transferUses[use];
  if (gateway === 'sandbox' || gateway === 'bank_transfer')
    return texts.paymentUses[use](texts.gateways[gateway]);
  const title = GATEWAY_TITLES[gateway];
  // PayPal is both.
  const isNamed = method !== null && texts.methods[method] !== title;
  return texts.paymentUses[use](
    isNamed ? texts.methodAt({ gateway: title, method: texts.methods[method] }) : title,
  );
}

function detailsOf(order: OrderView, refund: Refund, texts: OrderTexts): string[] {
  const asked = askedFor(order, refund);
  const why = asked?.cause.slice(ASKED.length).replace(/^: /, '') ?? '';
  return [
    asked?.by ? texts.by(asked.by) : texts.refundReasons[refund.reason],
    ...(why === '' ? [] : [why]),
    // The program's own note says the same of an order that was paid to the host itself.
    ...(order.source === 'host' || order.byTransfer
      ? [texts.giveBackYourself]
      : refund.note === null
        ? []
        : [refund.note]),
  ];
}

function mailsOf({ mails }: OrderView, { texts }: Words): Entry[] {
  return mails.map((mail) => ({
    key: `mail ${mail.id}`,
    at: mail.endedAt ?? mail.createdAt,
    title: texts.mailOf(texts.mailKinds[mail.kind]),
    details: [mail.recipient, ...(mail.lastError === null ? [] : [mail.lastError])],
    badge: { tone: MAIL_TONES[mail.state], text: texts.mailStates[mail.state] },
    deliveryId: null,
  }));
}

function deliveriesOf({ deliveries }: OrderView, { texts }: Words): Entry[] {
  return deliveries.map((delivery) => ({
    key: `delivery ${delivery.id}`,
    at: delivery.endedAt ?? delivery.createdAt,
    title: delivery.isAgain ? texts.deliveredAgain : texts.delivered,
    details: [
      delivery.url,
      texts.attemptsMade(delivery.attempts),
      ...(delivery.failure === null ? [] : [delivery.failure]),
    ],
    badge: { tone: DELIVERY_TONES[delivery.status], text: texts.deliveryStates[delivery.status] },
    deliveryId: delivery.id,
  }));
}
