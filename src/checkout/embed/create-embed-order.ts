import assert from 'node:assert/strict';
import type { EmbedOrder, EmbedOrderBody } from './order-schemas.ts';
import { invalidField } from '../../refusal.ts';
import { publicEventUrl } from '../../events/public-address.ts';
import { readPhone } from '../../orders/check-buyer.ts';
import { createOrder, type OrderParts } from '../../orders/create-order.ts';
import type { Recipient } from '../../orders/order-engine.ts';
import type { GatewayName } from '../../payments/gateway.ts';
import type { EmbedEvent } from './find-event.ts';
import { isOnEventPage, pageLanguage, sanitiseQuery } from './page-query.ts';

export type EmbedOrderParts = OrderParts & { publicUrl: string };

export type CreateEmbedOrder = {
  event: EmbedEvent;
  token: string;
  idempotencyKey: string | null;
  body: EmbedOrderBody;
  acceptLanguage: string | undefined;
  isWanted: () => boolean;
};

/** Orders what the page holds. After the payment the buyer comes back to the page, which looks as it did before. */
export async function createEmbedOrder(parts: EmbedOrderParts, input: CreateEmbedOrder): Promise<EmbedOrder> {
  const { event, token } = input;
  const { recipients, query, ...buyer } = input.body;
  const { order, receiptUrl } = await createOrder(parts, {
    ...buyer,
    hostId: event.hostId,
    slug: event.slug,
    token,
    source: 'embed',
    idempotencyKey: input.idempotencyKey,
    metadataJson: null,
    recipients: recipients ? await readRecipients(parts, input, recipients) : null,
    language: pageLanguage(new URLSearchParams(query), input.acceptLanguage),
    callbackUrl: `${pageOf(parts, event.slug, query)}${sanitiseQuery(query)}`,
    isWanted: input.isWanted,
  });
  return {
    ...order,
    // While it is not paid, too: the page follows the payment, and shows the tickets, by it.
    receiptUrl,
    isFramable: order.checkoutUrl !== undefined && (await isFramable(parts, order)),
  };
}

/** Where the buyer is: on the event's own page, which has the checkout in it, or on the checkout's. */
const pageOf = ({ publicUrl, checkoutUrl }: EmbedOrderParts, slug: string, query: string): string =>
  isOnEventPage(query) ? publicEventUrl(publicUrl, slug) : `${checkoutUrl}/${slug}`;

async function readRecipients(
  parts: OrderParts,
  { event, token, body }: CreateEmbedOrder,
  recipients: NonNullable<EmbedOrderBody['recipients']>,
): Promise<Recipient[]> {
  const { country } = await parts.offers.find(event.hostId, event.slug);
  // What a quote asks for never changes. Whether it is still good is for the order to find out.
  const { rows } = await parts.database.query<{ quantity: number }>(
    'SELECT quantity FROM reservations WHERE event_id = $1 AND token = $2 AND quote_reference = $3',
    [event.eventId, token, body.quoteReference],
  );
  const [cart] = rows;
  if (cart && cart.quantity !== recipients.length) {
    throw invalidField(
      'recipients',
      `must have one entry per ticket: ${cart.quantity}, not ${recipients.length}.`,
    );
  }
  return recipients.map(({ email, firstName, lastName, phone }, index) => ({
    email,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone === undefined ? null : readPhone(phone, { country, field: `recipients[${index}].phone` }),
  }));
}

async function isFramable(parts: OrderParts, { reference }: { reference: string }): Promise<boolean> {
  const { rows } = await parts.database.query<{
    gateway: GatewayName;
    payment_account_id: string | null;
  }>('SELECT gateway, payment_account_id FROM orders WHERE reference = $1', [reference]);
  const [order] = rows;
  assert(order, 'an order vanished');
  return (await parts.gateways.open(order.gateway, order.payment_account_id)).isFramable;
}
