import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeEvent, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { tokenIn } from '../pages/checkout/embed/embed.fixture.ts';
import type { EmbedOrder } from '../pages/checkout/embed/server/order-schemas.ts';
import { exportText, type TextExport } from '../exports/export-text.ts';
import { FREE, SHIRT, ordered, type TestEvent, openAskingShop } from '../questions/questions.fixture.ts';

let on: TestApp;
let host: TestHost;
const { add, untilAsked, cartOf, order, receipt, answer, apiOrder } = openAskingShop((running) => {
  ({ on, host } = running);
});

describe('the newsletter', () => {
  const fileOf = async (
    what: 'orders' | 'guests' | 'newsletter',
    eventId: string | null = null,
    eventIds: string[] | null = null,
  ): Promise<string> => {
    const filters = {
      eventId,
      status: null,
      source: null,
      wayOfPayment: null,
      ticketTypeId: null,
      from: null,
      to: null,
      needsAttention: false,
      search: null,
      promoCode: null,
      clock: 'host',
      state: null,
      how: null,
    };
    const asked = { what, filters, withBom: false, separator: 'comma' } as unknown as TextExport;
    const scope = {
      hostId: host.hostId,
      eventIds,
      timezone: 'Africa/Lagos',
      asOf: new Date(Date.now() + 60_000),
    };
    const parts = { database: on.app.database, secretKeys: on.secretKeys };
    return (await Array.fromAsync(exportText(parts, asked, scope))).join('');
  };

  test('a buyer who ticks it is on record with the sentence, may take it back on the receipt, and is in files with the answers', async () => {
    await on.app.database.query('UPDATE hosts SET has_newsletter = true WHERE id = $1', [host.hostId]);
    const event = await makeEvent(on, host, FREE);
    const company = await add(event, { label: '=Company' });
    const shirt = await add(event, SHIRT);
    await untilAsked(event, 2);
    const answers = [
      { questionId: company, ticket: null, answer: '=1+1' },
      { questionId: shirt, ticket: 1, answer: 'M' },
    ];
    const newsletter = 'Send me e-mails about other events by Lagos Nights. I can unsubscribe at any time.';
    const email = 'News@Example.com';
    const { reference, receiptUrl } = ordered(
      await order(event, await cartOf(event, [1]), { answers, newsletter, email }),
    );
    const to = { email: 'other@example.com' };
    ordered(await order(event, await cartOf(event, [1]), { answers, newsletter: 'Something else', ...to }));
    const addresses = await fileOf('newsletter');
    assert.match(addresses, /News@Example\.com.*Send me e-mails about other events by Lagos Nights/);
    assert.doesNotMatch(addresses, /other@example\.com/, 'a sentence that was not shown is not agreed to');
    assert.match(await fileOf('orders', event.eventId), new RegExp(`${reference}.*'=1\\+1,yes`));
    assert.match(await fileOf('guests', event.eventId), /News@Example\.com.*'=1\+1,M,yes/);
    const token = tokenIn(receiptUrl);
    assert.match(await receipt(token), /name="newsletter"[^>]*checked|checked[^>]*name="newsletter"/);
    assert.equal(await answer(token, [['asksNewsletter', 'yes']]), 'answered');
    assert.doesNotMatch(await fileOf('newsletter'), /News@Example/);
    // With a later order, in other letters, it is said again.
    const api = await apiOrder(event);
    assert.equal(
      await answer(api, [
        ['asksNewsletter', 'yes'],
        ['newsletter', 'yes'],
      ]),
      'answered',
    );
    assert.match(await fileOf('newsletter'), /ada@example\.com/);
  });

  const SENTENCE = 'Send me e-mails about other events by Lagos Nights. I can unsubscribe at any time.';
  const has = async (hasNewsletter: boolean): Promise<void> => {
    await on.app.database.query('UPDATE hosts SET has_newsletter = $2 WHERE id = $1', [
      host.hostId,
      hasNewsletter,
    ]);
  };
  const agreedOrder = async (event: TestEvent, body: object): Promise<EmbedOrder> =>
    ordered(await order(event, await cartOf(event, [1]), { newsletter: SENTENCE, ...body }));

  test('the last word counts in every file, whichever event it was said for, and of the buyer alone', async () => {
    await has(true);
    const [first, second] = [await makeEvent(on, host, FREE), await makeEvent(on, host, FREE)];
    const paid = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }] });
    const email = 'Twice@Example.com';
    const guest = { email: 'guest@example.com', firstName: 'Guest', lastName: 'Obi' };
    const { reference } = await agreedOrder(first, { email });
    await agreedOrder(first, { email, recipients: [guest] });
    const unpaid = await agreedOrder(paid, { email: 'unpaid@example.com' });
    const yes = new RegExp(`${reference}.*,yes\r?\n`);
    assert.match(await fileOf('orders', first.eventId), yes);
    assert.match(await fileOf('guests', first.eventId), yes);
    assert.match(await fileOf('guests', first.eventId), /guest@example\.com.*,\r?\n/);
    assert.match(await fileOf('orders', paid.eventId), new RegExp(`${unpaid.reference}.*,\r?\n`));
    // Again for another event: who sees the first alone still sees that yes, and no other order.
    const later = await agreedOrder(second, { email: 'twice@example.com' });
    const ofFirst = (): Promise<string> => fileOf('newsletter', null, [first.eventId]);
    assert.match(await ofFirst(), /Twice@Example\.com/);
    assert.doesNotMatch(await ofFirst(), new RegExp(later.reference));
    assert.equal(await answer(tokenIn(later.receiptUrl), [['asksNewsletter', 'yes']]), 'answered');
    assert.doesNotMatch(await fileOf('orders', first.eventId), yes);
    assert.doesNotMatch(await fileOf('guests', first.eventId), yes);
    assert.doesNotMatch(await ofFirst(), /Twice@Example/);
  });

  test('it can be taken back at any time: without tickets, after the event, when the host asks for it no more', async () => {
    await has(true);
    const event = await makeEvent(on, host, FREE);
    const email = 'always@example.com';
    const { receiptUrl, reference } = await agreedOrder(event, { email });
    await add(event, { isRequired: true });
    const token = tokenIn(receiptUrl);
    const formOf = async (): Promise<string> =>
      (await receipt(token)).match(/<form(?:(?!<\/form>).)*name="newsletter".*?<\/form>/s)?.[0] ?? '';
    const say = (says: 'yes' | 'no'): Promise<string> =>
      answer(token, [
        ['asksNewsletter', 'yes'],
        ...(says === 'yes' ? [['newsletter', 'yes'] as [string, string]] : []),
      ]);
    const isListed = async (): Promise<boolean> => (await fileOf('newsletter')).includes(email);
    assert.doesNotMatch(await formOf(), /required/, 'a form of its own');
    await on.app.database.query(
      `UPDATE tickets SET voided_at = now() WHERE order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [reference],
    );
    await on.app.database.query(
      `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
      [event.eventId],
    );
    assert.notEqual(await formOf(), '');
    assert.equal(await say('no'), 'answered');
    assert.equal(await isListed(), false);
    await say('yes');
    assert.equal(await isListed(), true, 'the host asks');
    await has(false);
    assert.notEqual(await formOf(), '');
    assert.equal(await say('no'), 'answered');
    assert.equal(await isListed(), false);
    await say('yes');
    assert.equal(await isListed(), false, 'the host asks no more');
    assert.equal(await formOf(), '');
  });

  test('an order that is refused leaves neither answers nor a yes behind', async () => {
    await has(true);
    const event = await makeEvent(on, host, FREE);
    const company = await add(event);
    await untilAsked(event, 1);
    const cart = await cartOf(event, [1]);
    const guest = { email: 'guest@example.com', firstName: 'Guest', lastName: 'Obi' };
    const body = {
      newsletter: SENTENCE,
      answers: [{ questionId: company, ticket: null, answer: 'Refused' }],
    };
    const left = async (): Promise<number> =>
      (
        await on.app.database.query(
          `SELECT order_id FROM answers WHERE question_id = $1
           UNION SELECT order_id FROM newsletter_consents AS c
            WHERE waits_for_order AND NOT EXISTS (SELECT FROM orders WHERE id = c.order_id)`,
          [company],
        )
      ).rows.length;
    const refuse = async (wrong: object): Promise<void> => {
      const { status } = await order(event, cart, { ...body, ...wrong });
      assert.equal(status >= 400 && status < 500, true, JSON.stringify(wrong));
      assert.equal(await left(), 0, JSON.stringify(wrong));
    };
    await refuse({ recipients: [guest, guest] });
    await refuse({ phone: '1'.repeat(41) });
    // Nobody has said that it is over: the order finds out.
    await on.app.database.query(
      `UPDATE reservations SET expires_at = now() - interval '1 hour' WHERE quote_reference = $1`,
      [cart.quoteReference],
    );
    await refuse({});
  });
});
