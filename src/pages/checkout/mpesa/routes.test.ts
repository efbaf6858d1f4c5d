import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { press } from '../../../../test/contract/ways-to-pay.fixture.ts';
import { buy, historyOf, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { until } from '../../../../test/harness/until.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { eraseBuyer } from '../../../buyer-data/erase-buyer.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';
import {
  assertTrouble,
  forgetAsking,
  letPromptsPass,
  lookAt,
  openMpesaShop,
  sendPhone,
  type MpesaShop,
} from './mpesa.fixture.ts';

expectNothingUnhandled();

suite('paying with M-Pesa', () => {
  let shop: MpesaShop;
  before(async () => {
    shop = await openMpesaShop();
  });
  after(() => shop.close());

  const newPhone = (): string => `07${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`;

  test('the page shows sum, host and the phone of the order; a prompt goes out, and its callback confirms the order', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    const page = await lookAt(order.checkoutUrl);
    assert.equal(page.status, 200);
    for (const expected of ['Nairobi Nights', '1,500', '+254712345678', 'Send the prompt to my phone'])
      assert.ok(page.text.includes(expected), expected);
    const phone = newPhone();
    const sent = await sendPhone(order.checkoutUrl, phone);
    assert.equal(sent.status, 303);
    const prompt = mpesa.newest();
    assert.deepEqual(
      [prompt.phone, prompt.amount, prompt.type, prompt.partyB],
      [`254${phone.slice(1)}`, '1500', 'CustomerPayBillOnline', '174379'],
    );
    assert.equal(prompt.account, order.reference.replaceAll('-', '').slice(-12));
    const waiting = await lookAt(new URL(sent.headers.get('location') ?? '', order.checkoutUrl).href);
    assert.match(waiting.text, /<progress/);
    assert.equal(waiting.headers.get('refresh'), '5');
    mpesa.end(prompt, '0');
    assert.equal(await mpesa.callBack(prompt), 200);
    await untilStatus(on, order.reference, 'confirmed');
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT gateway_payment_id AS id FROM payments WHERE order_id = (SELECT id FROM orders WHERE reference = $1)',
      [order.reference],
    );
    assert.deepEqual(rows, [{ id: prompt.receipt }], 'by the receipt that the buyer has on the phone');
    const back = await lookAt(order.checkoutUrl);
    assert.equal(back.status, 303);
    assert.match(back.headers.get('location') ?? '', /\/checkout\/orders\/[^/]+\/return$/);
  });

  test('a callback alone brings no money: M-Pesa is asked, and a token that nobody gave out does nothing', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    await sendPhone(order.checkoutUrl, newPhone());
    const prompt = mpesa.newest();
    const forged = { ...prompt, code: '0', receipt: 'QKFORGED01' };
    assert.equal(await mpesa.callBack(forged), 200);
    assert.equal(await mpesa.callBack(forged, prompt.callbackUrl.replace(/[^/]+$/, 'A'.repeat(32))), 200);
    await until(
      'it was looked up',
      async () =>
        (await historyOf(on, order.reference)).length > 0 &&
        mpesa.requests.some(({ body }) => body['CheckoutRequestID'] === prompt.name),
    );
    assert.equal((await storedOrder(on, order.reference)).status, 'pending_payment');
    assert.equal(mpesa.prompts.get(prompt.name)?.code, null);
  });

  for (const [code, expected] of [
    ['2001', /The PIN was wrong/],
    ['1032', /cancelled on the phone/],
    ['1', /not enough money/],
    ['1037', /Nobody answered/],
    ['9999', /could not take the payment/],
  ] as const)
    test(`a prompt that ends with ${code} is told in words, without any callback, and can be sent again`, async () => {
      const { mpesa, on } = shop;
      const order = await shop.order();
      const phone = newPhone();
      await sendPhone(order.checkoutUrl, phone);
      mpesa.end(mpesa.newest(), code);
      await forgetAsking(on);
      const { text } = await lookAt(order.checkoutUrl);
      assertTrouble(text, expected);
      assert.match(text, /Send the prompt again/);
      // The phone may be somebody else's, and others may have the link. Left out, it is the same one.
      assert.doesNotMatch(text, new RegExp(phone.slice(1)));
      await sendPhone(order.checkoutUrl, '');
      const second = mpesa.newest();
      assert.equal(second.phone, `254${phone.slice(1)}`);
      mpesa.end(second, '0');
      await mpesa.callBack(second);
      await untilStatus(on, order.reference, 'confirmed');
    });

  test('a callback that never comes costs the receipt and not the payment: after a minute it goes by M-Pesa’s name', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    await sendPhone(order.checkoutUrl, newPhone());
    const prompt = mpesa.newest();
    mpesa.end(prompt, '0');
    await forgetAsking(on);
    assert.equal((await lookAt(order.checkoutUrl)).status, 303, 'the page goes on');
    assert.equal((await storedOrder(on, order.reference)).status, 'pending_payment');
    await on.app.database.query(
      `UPDATE mpesa_prompts SET paid_at = paid_at - interval '61 seconds' WHERE checkout_request_id = $1`,
      [prompt.name],
    );
    await fetch((await lookAt(order.checkoutUrl)).headers.get('location') ?? '', { redirect: 'manual' });
    await untilStatus(on, order.reference, 'confirmed');
    // The receipt comes late: it is the same payment.
    await mpesa.callBack(prompt);
    const { rows } = await on.app.database.query<{ id: string; receipt: string }>(
      'SELECT payment_id AS id, receipt FROM mpesa_prompts WHERE checkout_request_id = $1',
      [prompt.name],
    );
    assert.deepEqual(rows, [{ id: prompt.name, receipt: prompt.receipt }]);
  });

  test('of two prompts that are both paid, one confirms the order and the other goes back', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    await sendPhone(order.checkoutUrl, newPhone());
    const first = mpesa.newest();
    await letPromptsPass(on);
    await sendPhone(order.checkoutUrl, newPhone());
    const second = mpesa.newest();
    assert.notEqual(first.name, second.name);
    mpesa.end(first, '0');
    mpesa.end(second, '0');
    await Promise.all([mpesa.callBack(first), mpesa.callBack(second), mpesa.callBack(first)]);
    await untilStatus(on, order.reference, 'confirmed');
    const reversal = await until('the other one to be reversed', async () => {
      await mpesa.callBack(second);
      return mpesa.reversals.find(({ receipt }) => receipt === first.receipt || receipt === second.receipt);
    });
    assert.equal(reversal.amount, '1500');
    await mpesa.tellResult(reversal, '0');
    await until('the refund to be done', async () => {
      const { rows } = await on.app.database.query<{ status: string }>(
        'SELECT r.status FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.reference = $1',
        [order.reference],
      );
      return rows.length === 1 && rows[0]?.status === 'succeeded';
    });
    assert.deepEqual(await checkInvariants(on.app.database), []);
  });

  test('a start whose answer is lost is told by its callback', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    mpesa.faultNext('push', 'reset_after');
    await sendPhone(order.checkoutUrl, newPhone());
    const prompt = mpesa.newest();
    mpesa.end(prompt, '0');
    await mpesa.callBack(prompt);
    await untilStatus(on, order.reference, 'confirmed');
  });

  test('a token that ended early is replaced; a phone that is busy, and a refusal, are told, and no secret is', async () => {
    const { mpesa } = shop;
    const order = await shop.order();
    mpesa.faultNext('push', 'in_process');
    const phone = newPhone();
    await sendPhone(order.checkoutUrl, phone);
    assertTrouble((await lookAt(order.checkoutUrl)).text, /still has an open prompt/);
    mpesa.faultNext('push', 'refuse');
    await sendPhone(order.checkoutUrl, phone);
    const { text } = await lookAt(order.checkoutUrl);
    assertTrouble(text, /could not take the payment/);
    assert.ok(!text.includes(mpesa.account.credentials.passkey));
    mpesa.faultNext('push', 'old_token');
    await sendPhone(order.checkoutUrl, phone);
    assert.match((await lookAt(order.checkoutUrl)).text, /<progress/);
  });

  test('a number that is not Safaricom’s gets no prompt; other spellings of one do', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    const promptsBefore = mpesa.prompts.size;
    for (const phone of ['', '12', '0812345678', '+2348012345678', '07123456789', 'abc'])
      assert.equal((await sendPhone(order.checkoutUrl, phone)).status, 422, phone);
    assert.equal(mpesa.prompts.size, promptsBefore);
    const own = newPhone().slice(1);
    for (const phone of [`+254 ${own}`, `254${own}`, `0${own}`, own]) {
      await letPromptsPass(on);
      assert.equal((await sendPhone(order.checkoutUrl, phone)).status, 303, phone);
      assert.equal(mpesa.newest().phone, `254${own}`);
    }
  });

  test('nobody can be pestered: a phone gets three prompts, through whichever orders, and one at a time', async () => {
    const { mpesa } = shop;
    const phone = newPhone();
    const first = await shop.order();
    await Promise.all(Array.from({ length: 5 }, () => sendPhone(first.checkoutUrl, phone)));
    const atFirst = mpesa.requests.filter(
      ({ action, body }) => action === 'push' && body['PhoneNumber'] === `254${phone.slice(1)}`,
    );
    assert.equal(atFirst.length, 1, 'pressed five times at once');
    let refused = 0;
    for (let count = 0; count < 4; count++) {
      const { status } = await sendPhone((await shop.order()).checkoutUrl, phone);
      if (status === 429) refused += 1;
    }
    assert.ok(refused >= 1);
    const sent = mpesa.requests.filter(
      ({ action, body }) => action === 'push' && body['PhoneNumber'] === `254${phone.slice(1)}`,
    );
    assert.ok(sent.length <= 3, String(sent.length));
  });

  test('however often the page is opened, M-Pesa is asked once in a while', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    // The next look-up is an hour away from the last, so that it does not hang on how quick this is.
    await on.app.database.query(`
      CREATE FUNCTION ask_seldom() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        new.asked_at := new.asked_at + interval '1 hour';
        RETURN new;
      END $$;
      CREATE TRIGGER ask_seldom BEFORE UPDATE OF asked_at ON mpesa_payments FOR EACH ROW EXECUTE FUNCTION ask_seldom()`);
    try {
      await sendPhone(order.checkoutUrl, newPhone());
      const { name } = mpesa.newest();
      await Promise.all(Array.from({ length: 8 }, () => lookAt(order.checkoutUrl)));
      const asked = mpesa.requests.filter(
        ({ action, body }) => action === 'query' && body['CheckoutRequestID'] === name,
      );
      assert.equal(asked.length, 1);
    } finally {
      await on.app.database.query('DROP FUNCTION ask_seldom CASCADE');
    }
  });

  test('chosen as the second of two ways, it has its page, hears of the payment, and forgets the phone', async () => {
    const { mpesa, on } = shop;
    const { database } = on.app;
    const host = await makeHost(on, { country: 'KENYA', feeBasisPoints: 0, feeFlatMinor: 0 });
    const add = (credentials: typeof mpesa.account.credentials) =>
      database.transaction((tx) =>
        addPaymentAccount(
          tx,
          { secretKeys: on.secretKeys, refusesTestCredentials: false },
          { hostId: host.hostId, currency: 'KES', isBeside: true, gateway: 'mpesa', credentials },
        ),
      );
    const first = await add({ ...mpesa.account.credentials, secretKey: 'another' });
    const second = await add(mpesa.account.credentials);
    const { slug, skus } = await makeEvent(on, host, {
      country: 'KENYA',
      timezone: 'Africa/Nairobi',
      ticketTypes: [{ priceMinor: 150_000 }],
    });
    const { reference, checkoutUrl } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await press(checkoutUrl, first);
    const { location } = await press(checkoutUrl, second);
    assert.equal((await lookAt(location)).status, 200);
    const phone = newPhone();
    assert.equal((await sendPhone(location, phone)).status, 303);
    const prompt = mpesa.newest();
    assert.equal(prompt.phone, `254${phone.slice(1)}`);
    mpesa.end(prompt, '0');
    await mpesa.callBack(prompt);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await checkInvariants(database), []);
    const { email } = await storedOrder(on, reference);
    await database.transaction((tx) =>
      eraseBuyer(tx, { hostId: host.hostId, email, actor: OPERATOR, alsoAhead: true }),
    );
    const { rows } = await database.query<{ phone: string | null }>(
      'SELECT phone FROM mpesa_prompts WHERE reference = $1',
      [`${reference}-2`],
    );
    assert.deepEqual(rows, [{ phone: null }]);
  });

  test('after the time to pay no prompt is sent; nor is anything known of a link that nobody gave out', async () => {
    const { mpesa, on } = shop;
    const order = await shop.order();
    await on.app.database.query(`UPDATE mpesa_payments SET pay_by = now() WHERE reference = $1`, [
      order.reference,
    ]);
    const promptsBefore = mpesa.prompts.size;
    assert.equal((await sendPhone(order.checkoutUrl, newPhone())).status, 409);
    assert.match((await lookAt(order.checkoutUrl)).text, /This payment is closed/);
    assert.equal(mpesa.prompts.size, promptsBefore);
    const unknown = order.checkoutUrl.replace(/[^/]+\/mpesa$/, `${'A'.repeat(32)}/mpesa`);
    assert.equal((await lookAt(unknown)).status, 404);
    assert.equal((await sendPhone(unknown, newPhone())).status, 404);
  });

  /** Pays, and asks for a refund of a part or of all. */
  async function refunded(amountMinor: number | null) {
    const { mpesa, on } = shop;
    const order = await shop.order();
    await sendPhone(order.checkoutUrl, newPhone());
    const prompt = mpesa.newest();
    mpesa.end(prompt, '0');
    await mpesa.callBack(prompt);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: id,
        ticketIds: amountMinor === null ? null : [],
        amountMinor,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    const refund = async () => {
      const { rows } = await on.app.database.query<{ status: string; note: string | null }>(
        'SELECT status, note FROM refunds WHERE order_id = $1',
        [id],
      );
      return rows[0];
    };
    return { prompt, refund };
  }

  test('a refund reverses the payment, and is done when M-Pesa says so', async () => {
    const { mpesa } = shop;
    const { prompt, refund } = await refunded(null);
    const reversal = await until('the reversal', () =>
      Promise.resolve(mpesa.reversals.find(({ receipt }) => receipt === prompt.receipt)),
    );
    await until('it to be with M-Pesa', async () => (await refund())?.status === 'sent');
    await mpesa.tellResult(reversal, '0');
    await until('the refund to be done', async () => (await refund())?.status === 'succeeded');
    assert.equal(mpesa.reversals.filter(({ receipt }) => receipt === prompt.receipt).length, 1);
  });

  test('a reversal that M-Pesa declines, and one of a part, need attention, with its words', async () => {
    const { mpesa } = shop;
    const declined = await refunded(null);
    const reversal = await until('the reversal', () =>
      Promise.resolve(mpesa.reversals.find(({ receipt }) => receipt === declined.prompt.receipt)),
    );
    await mpesa.tellResult(reversal, '1', 'The balance is insufficient');
    await until('it to need attention', async () => (await declined.refund())?.status === 'needs_attention');
    assert.match((await declined.refund())?.note ?? '', /The balance is insufficient/);
    const part = await refunded(50_000);
    await until('it to need attention', async () => (await part.refund())?.status === 'needs_attention');
    assert.match((await part.refund())?.note ?? '', /whole payments only.*by hand/);
  });
});

test('an account without an API user, and one with a till: refunds are made by hand, and the money goes to the till', async (t) => {
  const shop = await openMpesaShop({ initiator: '', tillNumber: '5551234' });
  t.after(() => shop.close());
  const { mpesa, on } = shop;
  const order = await shop.order();
  await sendPhone(order.checkoutUrl, '0722000111');
  const prompt = mpesa.newest();
  assert.deepEqual([prompt.type, prompt.partyB], ['CustomerBuyGoodsOnline', '5551234']);
  mpesa.end(prompt, '0');
  await mpesa.callBack(prompt);
  const { id } = await untilStatus(on, order.reference, 'confirmed');
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId: id,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
    }),
  );
  await until('the refund to need attention', async () => {
    const { rows } = await on.app.database.query<{ note: string | null }>(
      `SELECT note FROM refunds WHERE order_id = $1 AND status = 'needs_attention'`,
      [id],
    );
    return /no API user.*by hand/.test(rows[0]?.note ?? '');
  });
  assert.deepEqual(mpesa.reversals, []);
});
