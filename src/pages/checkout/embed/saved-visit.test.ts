import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheckout } from './checkout-state.ts';
import type { TabStorage } from './tab-storage.ts';
import { makePageData, makeTicket } from './page-data.fixture.ts';
import { saveVisit, restoreVisit } from './saved-visit.ts';
import { buyMore, chooseAgain } from './start-again.ts';
import { textsIn } from './texts/texts.ts';

const NOW_MS = Date.parse('2027-03-06T18:00:00Z');
const REGULAR = makeTicket();
const HELD = {
  reservation: {
    reservationToken: 'token',
    quoteReference: 'q_1',
    total: 3_170_000,
    totalFees: 170_000,
    discount: 0,
    promoCode: null,
    items: [
      {
        sku: 'regular',
        name: 'Regular',
        quantity: 2,
        price: 1_500_000,
        fee: 85_000,
        discount: 0,
        total: 3_170_000,
      },
    ],
    currency: 'NGN',
    formattedTotal: '₦31,700.00',
    clientExpiresAt: '2027-03-06T18:10:00Z',
  },
  endsAtMs: NOW_MS + 600_000,
  cart: JSON.stringify({ items: [{ sku: 'regular', quantity: 2 }] }),
};
const ORDER = {
  reference: 'TSR-1',
  status: 'pending_payment',
  checkoutUrl: 'https://pay.example/1',
  isFramable: true,
  frameUrl: null,
} as const;

const OWN = { reference: 'TSR-1', token: 'token', email: 'ada@gmial.com' };

/** A tab that is reloaded: the same storage, another page. */
function openTab() {
  const content = new Map<string, string>();
  const storage: TabStorage = {
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
  };
  return {
    content,
    leave: (checkout: ReturnType<typeof createCheckout>) => saveVisit(checkout, () => storage),
    load(data = makePageData(), { nowMs = NOW_MS, receiptToken = null as string | null } = {}) {
      const checkout = createCheckout(data, textsIn('en'));
      restoreVisit(checkout, { storage: () => storage, nowMs, receiptToken });
      return checkout;
    },
  };
}

function heldCheckout() {
  const checkout = createCheckout(makePageData(), textsIn('en'));
  checkout.quantities.value = { regular: 2 };
  checkout.token.value = 'token';
  checkout.hold.value = HELD;
  checkout.nowMs.value = NOW_MS;
  checkout.buyer.value = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '' };
  checkout.step.value = 'details';
  return checkout;
}

function boughtCheckout() {
  const checkout = heldCheckout();
  checkout.order.value = { ...ORDER, status: 'confirmed' };
  checkout.receiptToken.value = 'token-1';
  checkout.ownPurchase.value = OWN;
  checkout.step.value = 'done';
  return checkout;
}

test('a reload knows that the buyer stopped the payment, of that order and until they try again', () => {
  const tab = openTab();
  const stopped = heldCheckout();
  stopped.order.value = ORDER;
  stopped.wasCancelled.value = true;
  tab.leave(stopped);
  const isStopped = (reference: string): boolean => tab.load(makePageData({ reference })).wasCancelled.value;
  assert.deepEqual([isStopped('TSR-1'), isStopped('TSR-2')], [true, false]);
  stopped.wasCancelled.value = false;
  tab.leave(stopped);
  assert.equal(isStopped('TSR-1'), false);
});

test('a reload in mid-details loses nothing: step, hold, price and what was typed', () => {
  const tab = openTab();
  tab.leave(heldCheckout());
  const again = tab.load(makePageData(), { nowMs: NOW_MS + 60_000 });
  assert.equal(again.step.value, 'details');
  assert.equal(again.secondsLeft.value, 540);
  assert.equal(again.isCartHeld.value, true);
  assert.equal(again.totals.value.total, 3_170_000);
  assert.equal(again.buyer.value.email, 'ada@example.com');
});

test('a reload after the hold has lapsed says so, with the cart still there', () => {
  const tab = openTab();
  tab.leave(heldCheckout());
  const again = tab.load(makePageData(), { nowMs: NOW_MS + 700_000 });
  assert.equal(again.step.value, 'details');
  assert.equal(again.isLapsed.value, true);
  assert.deepEqual(again.quantities.value, { regular: 2 });
});

test('a cart from before is cut down to what is left now', () => {
  const tab = openTab();
  const before = createCheckout(makePageData(), textsIn('en'));
  before.quantities.value = { regular: 5 };
  tab.leave(before);
  const again = tab.load(makePageData({ tickets: [{ ...REGULAR, quantityLeft: 3 }] }));
  assert.deepEqual(again.quantities.value, { regular: 3 });
});

test('back from paying, the page knows the way to the payment of that order and of no other', () => {
  const tab = openTab();
  const paying = heldCheckout();
  paying.order.value = ORDER;
  paying.receiptToken.value = 'token-1';
  paying.step.value = 'pay';
  tab.leave(paying);
  assert.equal(tab.load(makePageData({ reference: 'TSR-1' })).order.value?.checkoutUrl, ORDER.checkoutUrl);
  const back = tab.load(makePageData({ reference: 'TSR-1' }));
  assert.deepEqual([back.receiptToken.value, back.trouble.value], ['token-1', null]);
  const other = tab.load(makePageData({ reference: 'TSR-2' }));
  assert.deepEqual([other.order.value, other.receiptToken.value], [null, null]);
  assert.match(other.trouble.value?.text ?? '', /open the link in your e-mail/);
  assert.equal(tab.load().step.value, 'pay');
});

test('the receipt token in the address opens the order where nothing was kept, and counts more than what was', () => {
  const data = makePageData({ reference: 'TSR-1' });
  const shown = { receiptToken: 'token-2' };
  const fresh = openTab().load(data, shown);
  assert.deepEqual([fresh.receiptToken.value, fresh.trouble.value], ['token-2', null]);
  const tab = openTab();
  const paying = heldCheckout();
  paying.order.value = ORDER;
  paying.receiptToken.value = 'token-1';
  tab.leave(paying);
  assert.equal(tab.load(data, shown).receiptToken.value, 'token-2');
});

test('of a finished purchase only what corrects its address stays in the tab', () => {
  const tab = openTab();
  const done = boughtCheckout();
  tab.leave(done);
  const [kept = ''] = tab.content.values();
  assert.deepEqual(JSON.parse(kept), { ownPurchase: OWN });
  const again = tab.load(makePageData({ reference: 'TSR-1' }), { receiptToken: 'token-1' });
  assert.deepEqual([again.ownPurchase.value, again.receiptToken.value], [OWN, 'token-1']);
  assert.deepEqual([again.step.value, again.order.value, again.wasRestored.value], ['pay', null, false]);
});

test('a purchase that is finished opens nothing by itself: its receipt token is in the address or nowhere', () => {
  const tab = openTab();
  tab.leave(boughtCheckout());
  const again = tab.load(makePageData({ reference: 'TSR-1' }));
  assert.equal(again.receiptToken.value, null);
  assert.match(again.trouble.value?.text ?? '', /open the link in your e-mail/);
});

test('a correction is remembered: its receipt token counts more than an older address, for that order only', () => {
  const tab = openTab();
  const done = boughtCheckout();
  const corrected = { ...OWN, email: 'ada@gmail.com', receiptToken: 'token-2' };
  done.ownPurchase.value = corrected;
  tab.leave(done);
  const older = { receiptToken: 'token-1' };
  const again = tab.load(makePageData({ reference: 'TSR-1' }), older);
  assert.deepEqual([again.ownPurchase.value, again.receiptToken.value], [corrected, 'token-2']);
  const other = tab.load(makePageData({ reference: 'TSR-2' }), older);
  assert.equal(other.receiptToken.value, 'token-1');
});

test('starting again forgets the purchase; going Back does not', () => {
  const tab = openTab();
  const left = boughtCheckout();
  buyMore(left, left.ownPurchase.value);
  tab.leave(left);
  assert.deepEqual(tab.load().ownPurchase.value, OWN);
  for (const startAgain of [buyMore, chooseAgain]) {
    const again = boughtCheckout();
    startAgain(again);
    tab.leave(again);
    assert.equal(tab.load().ownPurchase.value, null, startAgain.name);
  }
});

test('without storage, a finished purchase is forgotten by a reload, and nothing fails', () => {
  const storage = (): TabStorage => {
    throw new Error('The operation is insecure.');
  };
  const done = boughtCheckout();
  saveVisit(done, storage);
  assert.deepEqual(done.ownPurchase.value, OWN);
  const again = createCheckout(makePageData({ reference: 'TSR-1' }), textsIn('en'));
  restoreVisit(again, { storage, nowMs: NOW_MS, receiptToken: 'token-1' });
  assert.deepEqual([again.ownPurchase.value, again.receiptToken.value], [null, 'token-1']);
});

test('with nothing kept, a page begins with the tickets, and one with an order looks it up', () => {
  assert.equal(openTab().load().step.value, 'choose');
  const data = makePageData({ reference: 'TSR-1' });
  assert.equal(openTab().load(data, { receiptToken: 'token-1' }).step.value, 'pay');
});
