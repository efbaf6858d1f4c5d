import type { OrderState } from './server/issued-schemas.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { callOrder } from './call-embed.ts';
import { goTo, isBought, isWaiting, type Checkout } from './checkout-state.ts';
import { textsIn } from './texts/ordered/texts.ts';
import { describeFailure, tellTrouble } from './tell-trouble.ts';

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 20_000;
// A forgotten tab asks less and less.
const SLOWER = 1.2;

/** Asks after an order until it no longer waits for its payment, and at once when the buyer comes back to the page. Answers how to stop. */
export function followOrder(checkout: Checkout, receiptToken: string): () => void {
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    const isDone = await askOnce(checkout, receiptToken);
    if (isOver || isDone) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pauseMs);
    pauseMs = Math.min(pauseMs * SLOWER, MAX_PAUSE_MS);
  };
  const onReturn = (): void => {
    if (document.hidden) return;
    pauseMs = FIRST_PAUSE_MS;
    void ask();
  };
  document.addEventListener('visibilitychange', onReturn);
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
}

/** The buyer may have paid just now: the server asks the gateway. What it says is what counts. */
export const lookUpPayment = (checkout: Checkout, receiptToken: string): Promise<boolean> =>
  askOnce(checkout, receiptToken, '/look-up');

async function askOnce(
  checkout: Checkout,
  receiptToken: string,
  path: '/state' | '/look-up' = '/state',
): Promise<boolean> {
  const { order, data } = checkout;
  try {
    const method = path === '/state' ? 'GET' : 'POST';
    const { answer } = await callOrder(checkout, receiptToken, path, { method });
    const { status, payment, isPaymentUnderWay, isPaidBack, transfer } = answer;
    // Meanwhile the buyer may have begun another one.
    if (checkout.receiptToken.value !== receiptToken) return true;
    if (order.value?.status !== status) {
      const unknown = {
        reference: data.reference ?? '',
        checkoutUrl: null,
        isFramable: false,
        frameUrl: null,
      };
      order.value = { ...unknown, ...order.value, status, isPaidBack };
    }
    checkout.isPaymentUnderWay.value = isPaymentUnderWay;
    takePayment(checkout, payment);
    checkout.transfer.value = transfer;
    if (isBought({ status })) goTo(checkout, 'done');
    return !isWaiting({ status }) && !isPaymentUnderWay;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.code !== 'not_found') return false;
    checkout.trouble.value = { text: describeFailure(checkout, error), retry: null };
    return true;
  }
}

function takePayment(checkout: Checkout, payment: OrderState['payment']): void {
  const nowMs = Date.now();
  checkout.nowMs.value = nowMs;
  checkout.unpaid.value = payment && { ...payment, endsAtMs: nowMs + payment.secondsLeft * 1000 };
}

/** Fetches the tickets of an order; a failure is told with a way to try again. */
export async function loadIssuedTickets(checkout: Checkout, receiptToken: string): Promise<void> {
  checkout.trouble.value = null;
  try {
    const { data } = (await callOrder(checkout, receiptToken, '/tickets')).answer;
    checkout.issued.value = data;
    // The step's heading, which was read when it opened, is another one now.
    if (data.ticketCount === 0) checkout.announcement.value = textsIn(checkout.data.language).pay.voidTitle;
  } catch (error) {
    tellTrouble(checkout, error, () => void loadIssuedTickets(checkout, receiptToken));
  }
}
