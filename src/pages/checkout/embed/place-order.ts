import { CallFailed } from '../../shared/call-server.ts';
import { loadAsking } from './asked.ts';
import { callEvent, refusalOf } from './call-embed.ts';
import { goTo, isBought, type Checkout } from './checkout-state.ts';
import { checkPerson, readFieldPath, toPerson, type Draft, type FieldErrors } from './check-person.ts';
import type { EmbedOrderBody } from './server/order-schemas.ts';
import { hasOtherPrice, holdCart } from './hold-cart.ts';
import { BANK_TRANSFER } from '../../../rules/bank-transfer.ts';
import { mintId } from '../../shared/mint-id.ts';
import { queryOf } from './page-address.ts';
import { describeFailure, tellTrouble, whileBusy } from './tell-trouble.ts';

// The hold is not what it was: held again, the same order goes through.
const STALE = new Set(['reservation_expired', 'quote_mismatch', 'order_exists']);

/** From the details to the payment, or to the tickets where there is nothing to pay. */
export function placeOrder(checkout: Checkout): Promise<void> {
  return whileBusy(checkout, async () => {
    await loadAsking(checkout);
    if (!areDetailsRight(checkout)) return;
    if (checkout.data.previewToken) {
      checkout.trouble.value = { text: checkout.texts.draftPreview, retry: null };
      return;
    }
    // Pressed again after coming back: the order is there, and so is its payment.
    if (checkout.isOrdered.value && checkout.attempt.value?.body === bodyOf(checkout)) {
      goTo(checkout, 'pay');
      return;
    }
    const retry = (): void => void placeOrder(checkout);
    // Sent before, and the answer was lost: the same key finds the order that may have been made.
    const wasSent = checkout.attempt.value?.body === bodyOf(checkout);
    const isHeld = checkout.isCartHeld.value && !checkout.isLapsed.value && !checkout.isOrdered.value;
    if (!wasSent && !isHeld && !(await holdForSamePrice(checkout, retry))) return;
    try {
      await send(checkout).catch(async (error: unknown) => {
        if (!(error instanceof CallFailed) || !STALE.has(error.code ?? '')) throw error;
        const before = checkout.totals.value.total;
        // Its tickets are anybody's by now, whatever this device's clock says.
        if (error.code === 'reservation_expired') checkout.hold.value = null;
        if (await holdForSamePrice(checkout, retry, before)) await send(checkout);
      });
    } catch (error) {
      await pointAtField(checkout, tellTrouble(checkout, error, retry));
    }
  });
}

/** Nobody pays another price than the one they said yes to. */
async function holdForSamePrice(
  checkout: Checkout,
  retry: () => void,
  before = checkout.totals.value.total,
): Promise<boolean> {
  const held = await holdCart(checkout, retry);
  if (!held) return false;
  const text = hasOtherPrice(checkout, before, held);
  if (text === null) return true;
  checkout.trouble.value = { text, retry: null };
  return false;
}

async function send(checkout: Checkout): Promise<void> {
  const body = bodyOf(checkout);
  if (checkout.attempt.value?.body !== body) checkout.attempt.value = { key: mintId(), body };
  const { answer } = await callEvent(checkout, '/orders', {
    method: 'POST',
    headers: { 'x-device-id': checkout.token.value ?? '', 'idempotency-key': checkout.attempt.value.key },
    body: JSON.parse(body) as EmbedOrderBody,
  });
  const { reference, status, checkoutUrl, isFramable, frameUrl, receiptUrl, ways } = answer.data;
  const receiptToken = receiptUrl.slice(receiptUrl.lastIndexOf('/') + 1);
  checkout.receiptToken.value = receiptToken;
  // Of an order before it, whose payment is not to be shown for this one.
  checkout.unpaid.value = null;
  checkout.isPaymentUnderWay.value = false;
  checkout.order.value = {
    reference,
    status,
    checkoutUrl: checkoutUrl ?? null,
    // Without a frame nothing is in the way of the gateway's page. Where the buyer chooses there is none yet.
    isFramable: ways.length === 0 && (isFramable || checkout.isInPage),
    frameUrl,
    ways,
  };
  checkout.ownPurchase.value = {
    reference,
    token: checkout.token.value ?? '',
    email: checkout.buyer.value.email.trim(),
  };
  checkout.isOrderFresh.value = true;
  checkout.wasRestored.value = false;
  checkout.wasCancelled.value = false;
  goTo(checkout, isBought({ status }) ? 'done' : 'pay');
}

function bodyOf(checkout: Checkout): string {
  const buyer = toPerson(checkout.buyer.value);
  const body: EmbedOrderBody = {
    ...buyer,
    quoteReference: checkout.hold.value?.reservation.quoteReference ?? '',
    ...(checkout.isSplit.value
      ? {
          recipients: checkout.recipients.value.map((recipient) =>
            recipient.isBuyer ? buyer : toPerson(recipient),
          ),
        }
      : {}),
    ...checkout.asking.value?.answersToSend(checkout),
    ...(checkout.paysByTransfer.value && checkout.totals.value.total > 0 && { paysBy: BANK_TRANSFER }),
    query: queryOf(checkout),
  };
  return JSON.stringify(body);
}

/** Checks every field; the first wrong one gets the focus once it is drawn. */
function areDetailsRight(checkout: Checkout): boolean {
  const { texts } = checkout;
  const check = (draft: Draft, person: number): FieldErrors => checkPerson(draft, texts.fields, person > 0);
  checkout.fieldErrors.value = [checkout.buyer.value, ...checkout.recipients.value].map((draft, person) =>
    checkout.asksFor(person) ? check(draft, person) : {},
  );
  checkout.asking.value?.checkAllAnswers(checkout);
  const count = checkout.wrongCount.value;
  if (count === 0) return true;
  checkout.trouble.value = { text: texts.details.wrong(count), retry: null, isAboutFields: true };
  return false;
}

/** A refusal of one field is shown at that field. */
async function pointAtField(checkout: Checkout, failure: CallFailed): Promise<void> {
  const { questions, field } = refusalOf(failure);
  if (questions) {
    // The host has changed what it asks since the page was loaded.
    checkout.questions.value = questions;
    await loadAsking(checkout);
    areDetailsRight(checkout);
    return;
  }
  const found = readFieldPath(field ?? '');
  if (!found) return;
  const { fields } = checkout.texts;
  const text = {
    firstName: fields.nameWrong,
    lastName: fields.nameWrong,
    // Checked here before it was sent: it is another than the waiting room was given.
    email: checkout.data.emailNote ?? fields.emailWrong,
    phone: fields.phoneWrong(checkout.data.event.samplePhone),
  }[found.field];
  // A ticket of the buyer's own has no fields: what is wrong with it is wrong with the buyer.
  const recipient = (found.recipient ?? -1) + 1;
  const person = checkout.asksFor(recipient) ? recipient : 0;
  checkout.fieldErrors.value = Array.from({ length: person + 1 }, (_, index) =>
    index === person ? { [found.field]: text } : {},
  );
  checkout.trouble.value = { text: describeFailure(checkout, failure), retry: null, isAboutFields: true };
}
