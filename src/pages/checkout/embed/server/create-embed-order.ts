import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { EmbedOrder, EmbedOrderBody } from './order-schemas.ts';
import { invalidField, Refusal } from '../../../../refusal.ts';
import { publicEventUrl } from '../../../../events/public-address.ts';
import { readPhone } from '../../../../orders/check-buyer.ts';
import { createOrder, type OrderDeps } from '../../../../orders/create-order.ts';
import type { PaymentFrames } from '../../../../orders/payment-frames.ts';
import type { Recipient } from '../../../../orders/order-engine.ts';
import type { GatewayName } from '../../../../payments/gateway.ts';
import { writeFirstConsent } from '../../../../newsletter/write-first-consent.ts';
import { writeInvoiceRequest } from '../../../../invoices/invoice-request.ts';
import { checkRequest } from '../../../../invoices/check-request.ts';
import { INVOICE_FIELD_NAMES, type InvoiceDraft } from '../../../../rules/invoices.ts';
import { AnswersRefused } from '../../../../questions/answers-refused.ts';
import { writeFirstAnswers } from '../../../../questions/write-answers.ts';
import type { PricedItem } from '../../../../reservations/price-cart.ts';
import { BANK_TRANSFER } from '../../../../rules/bank-transfer.ts';
import { LANGUAGES } from '../../../../values/language.ts';
import { askedFields, checkAnswers } from '../../../../rules/questions.ts';
import { translateQuestions } from '../../../../rules/event-texts.ts';
import type { EmbedEvent } from './find-event.ts';
import { sentenceFor } from '../page-data.ts';
import { isOnEventPage, pageLanguage, sanitiseQuery } from './page-query.ts';

export type EmbedOrderDeps = OrderDeps & { publicUrl: string; frames: PaymentFrames };

export type CreateEmbedOrder = {
  event: EmbedEvent;
  token: string;
  idempotencyKey: string | null;
  body: EmbedOrderBody;
  acceptLanguage: string | undefined;
  isWanted: () => boolean;
};

/** Orders what the page holds. After the payment the buyer comes back to the page, which looks as it did before. */
export async function createEmbedOrder(deps: EmbedOrderDeps, input: CreateEmbedOrder): Promise<EmbedOrder> {
  const { event, token } = input;
  const { recipients, query, invoice, paysBy, ...buyer } = input.body;
  const isAsked =
    event.questions.length > 0 ||
    input.body.newsletter !== undefined ||
    (event.hasInvoices && invoice !== undefined);
  const cart = recipients || isAsked ? await findCart(deps, input) : null;
  const to = recipients ? await readRecipients(deps, input, { cart, recipients }) : null;
  // Before the order is there: whatever becomes of this process, an order has its answers.
  const orderId = cart && (await writeAnswers(deps, input, cart));
  const { order, receiptUrl, ways } = await createOrder(deps, {
    ...buyer,
    hostId: event.hostId,
    slug: event.slug,
    token,
    source: 'embed',
    idempotencyKey: input.idempotencyKey,
    metadataJson: null,
    recipients: to,
    orderId,
    byTransfer: paysBy === BANK_TRANSFER,
    language: pageLanguage(new URLSearchParams(query), input.acceptLanguage),
    callbackUrl: `${pageOf(deps, event.slug, query)}${sanitiseQuery(query)}`,
    isWanted: input.isWanted,
    // The event's own page leads to the gateway's page by itself.
    isForFrame: deps.frames.origin !== null && !isOnEventPage(query),
  }).catch(async (error: unknown) => {
    // After anything but a refusal nobody knows whether there is an order.
    if (orderId !== null && error instanceof Refusal) await forgetAnswers(deps, orderId);
    throw error;
  });
  return {
    ...order,
    // While it is not paid, too: the page follows the payment, and shows the tickets, by it.
    receiptUrl,
    isFramable: order.checkoutUrl !== undefined && ways.length === 0 && (await isFramable(deps, order)),
    frameUrl: await deps.frames.addressOf(order.reference),
    ways: await deps.frames.offer(ways, order.currency),
  };
}

/** The page that the buyer is on: the event's own, which has the checkout in it, or the checkout's. */
const pageOf = ({ publicUrl, checkoutUrl }: EmbedOrderDeps, slug: string, query: string): string =>
  isOnEventPage(query) ? publicEventUrl(publicUrl, slug) : `${checkoutUrl}/${slug}`;

type Cart = {
  quantity: number;
  items: PricedItem[];
  /** It can no longer become an order, or this one is there already: it was sent before. */
  isOver: boolean;
};

/** A quote's lines never change. The order finds out whether it is still valid; null: it is not. */
async function findCart(
  { database }: OrderDeps,
  { event, token, body, idempotencyKey }: CreateEmbedOrder,
): Promise<Cart | null> {
  const { rows } = await database.query<Cart>(
    `SELECT r.quantity, r.quote -> 'items' AS items,
            r.ended_at IS NOT NULL OR EXISTS (
              SELECT FROM orders AS o WHERE o.host_id = $4 AND o.idempotency_key = $5
                 AND o.created_at > clock_timestamp() - interval '24 hours') AS "isOver"
       FROM reservations AS r WHERE r.event_id = $1 AND r.token = $2 AND r.quote_reference = $3`,
    [event.eventId, token, body.quoteReference, event.hostId, idempotencyKey],
  );
  return rows[0] ?? null;
}

/** The id that they are on record under; null where there are none. Refuses an order that lacks an answer which it must have. */
async function writeAnswers(
  { database }: OrderDeps,
  input: CreateEmbedOrder,
  cart: Cart,
): Promise<string | null> {
  if (cart.isOver) return null;
  const { questions, translations, hostId } = input.event;
  const typeIds = cart.items.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => sku));
  const { answers, wrong } = checkAnswers(askedFields(questions, typeIds), input.body.answers ?? []);
  if (wrong[0]) {
    const language = pageLanguage(new URLSearchParams(input.body.query), input.acceptLanguage);
    throw new AnswersRefused(wrong[0], translateQuestions(questions, translations[language]));
  }
  const sentence = agreedSentence(input);
  const draft = readInvoiceDraft(input);
  if (answers.length === 0 && sentence === null && draft === null) return null;
  const orderId = randomUUIDv7();
  await writeFirstAnswers(database, orderId, answers);
  if (sentence !== null) await writeFirstConsent(database, { orderId, hostId, sentence });
  if (draft) await writeInvoiceRequest(database, { orderId, draft, waitsForOrder: true });
  return orderId;
}

/** Of hosts that send invoices; the page has checked it by the same rules. */
function readInvoiceDraft({ event, body }: CreateEmbedOrder): InvoiceDraft | null {
  if (!event.hasInvoices || body.invoice === undefined) return null;
  const { draft, problems } = checkRequest(body.invoice);
  const wrong = INVOICE_FIELD_NAMES.find((field) => field in problems);
  if (wrong === undefined) return draft;
  throw invalidField(`invoice.${wrong}`, problems[wrong] === 'required' ? 'is required.' : 'is not right.');
}

/** An order that was refused by the gateway is there, and keeps them: it may still be paid. */
async function forgetAnswers({ database }: OrderDeps, orderId: string): Promise<void> {
  for (const table of ['answers', 'newsletter_consents', 'invoice_requests'])
    await database.query(
      `DELETE FROM ${table} WHERE order_id = $1 AND waits_for_order AND NOT EXISTS (SELECT FROM orders WHERE id = $1)`,
      [orderId],
    );
}

/** Only what the host asks for now, in either language: to anything else nobody has agreed. */
function agreedSentence({ event, body }: CreateEmbedOrder): string | null {
  return (
    LANGUAGES.map((language) => sentenceFor(event, language)).find((one) => one === body.newsletter) ?? null
  );
}

async function readRecipients(
  deps: OrderDeps,
  { event }: CreateEmbedOrder,
  { cart, recipients }: { cart: Cart | null; recipients: NonNullable<EmbedOrderBody['recipients']> },
): Promise<Recipient[]> {
  const { country } = await deps.offers.find(event.hostId, event.slug);
  if (cart && cart.quantity !== recipients.length) {
    throw invalidField(
      'recipients',
      `must have one entry per ticket: ${cart.quantity}, not ${recipients.length}.`,
    );
  }
  return recipients.map(({ email, firstName, lastName, phone }) => ({
    email: email.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: readPhone(phone, { country }),
  }));
}

async function isFramable(deps: OrderDeps, { reference }: { reference: string }): Promise<boolean> {
  const { rows } = await deps.database.query<{
    gateway: GatewayName;
    payment_account_id: string | null;
  }>('SELECT gateway, payment_account_id FROM orders WHERE reference = $1', [reference]);
  const [order] = rows;
  assert(order, 'an order vanished');
  return (await deps.gateways.open(order.gateway, order.payment_account_id)).isFramable;
}
