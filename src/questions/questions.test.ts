import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { buy, letTransferArrive, pay, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { held, tokenIn } from '../pages/checkout/embed/embed.fixture.ts';
import { describeDuplication } from '../events/describe-duplication.ts';
import { duplicateEvent } from '../events/duplicate-event.ts';
import { deleteTicketType } from '../inventory/delete-ticket-type.ts';
import { forgetUnorderedConsentsJob } from '../newsletter/forget-unordered-consents.ts';
import { MAX_QUESTIONS } from '../rules/questions.ts';
import { addQuestion } from './add-question.ts';
import { changeQuestion } from './change-question.ts';
import { forgetUnorderedAnswersJob } from './forget-unordered-answers.ts';
import { listQuestions, type ListedQuestion } from './list-questions.ts';
import type { QuestionFields } from './question-fields.ts';
import { removeQuestion } from './remove-question.ts';
import { reorderQuestions } from './reorder-questions.ts';
import { FREE, LINE, SHIRT, ordered, type TestEvent, openAskingShop } from './questions.fixture.ts';

let on: TestApp;
let host: TestHost;
const { add, untilAsked, cartOf, order, answersOf, receipt, answer, apiOrder } = openAskingShop((running) => {
  ({ on, host } = running);
});

describe('in the embed', () => {
  test('the page has the questions, an order its answers: by order and by ticket, clean, and only what was asked', async () => {
    const event = await makeEvent(on, host, FREE);
    const company = await add(event);
    const shirt = await add(event, SHIRT);
    const vip = await add(event, {
      per: 'ticket',
      label: 'For the VIPs?',
      ticketTypeIds: [event.skus[1] ?? ''],
    });
    await untilAsked(event, 3);
    const placed = await order(event, await cartOf(event, [1, 1]), {
      answers: [
        { questionId: company, ticket: null, answer: ' Ada\u0000& Sons ' },
        { questionId: shirt, ticket: 1, answer: 'M' },
        { questionId: shirt, ticket: 2, answer: 'L' },
        { questionId: vip, ticket: 1, answer: 'not asked of this one' },
        { questionId: vip, ticket: 2, answer: 'Yes' },
        { questionId: randomUUID(), ticket: null, answer: 'to nothing' },
      ],
    });
    assert.deepEqual(await answersOf(ordered(placed).reference), [
      '0 Which company? Ada & Sons',
      '1 Size of your T-shirt? M',
      '2 For the VIPs? Yes',
      '2 Size of your T-shirt? L',
    ]);
  });

  test('a missing answer is refused with the field, and with what is asked now', async () => {
    const event = await makeEvent(on, host, FREE);
    const shirt = await add(event, SHIRT);
    await untilAsked(event, 1);
    const cart = await cartOf(event, [2]);
    const answers = [{ questionId: shirt, ticket: 1, answer: 'M' }];
    const missing = await order(event, cart, { answers });
    assert.deepEqual([missing.status, missing.body.error_code], [400, 'validation_failed']);
    assert.equal(missing.body.field, `answers.${shirt}.2`);
    assert.equal(missing.body.questions[0].label, SHIRT.label);
    const other = await order(event, cart, {
      answers: [...answers, { questionId: shirt, ticket: 2, answer: 'XXL' }],
    });
    assert.equal(other.body.field, `answers.${shirt}.2`);
    ordered(
      await order(event, cart, { answers: [...answers, { questionId: shirt, ticket: 2, answer: 'S' }] }),
    );
  });

  test('sent again by the same key it is the same order, also where more is asked since; and answers that were changed stay', async () => {
    const event = await makeEvent(on, host, FREE);
    const company = await add(event);
    await untilAsked(event, 1);
    const cart = await cartOf(event, [1]);
    const body = { answers: [{ questionId: company, ticket: null, answer: 'First' }] };
    const key = { 'idempotency-key': randomUUID() };
    const { reference, receiptUrl } = ordered(await order(event, cart, body, key));
    await add(event, { label: 'New', isRequired: true });
    await untilAsked(event, 2);
    assert.equal(
      await answer(tokenIn(receiptUrl), [
        ['about', '0'],
        [company, 'Second'],
      ]),
      'answers_missing',
    );
    assert.equal(ordered(await order(event, cart, body, key)).reference, reference);
    assert.deepEqual(await answersOf(reference), ['0 Which company? Second']);
    const others = { answers: [{ questionId: company, ticket: null, answer: 'Third' }] };
    assert.equal((await order(event, cart, others, key)).status, 400, 'another request by the same key');
  });

  test('a cart that is held anew, a late payment: each order has the answers that it was sent with', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }] });
    const company = await add(event);
    await untilAsked(event, 1);
    const cart = await cartOf(event, [1]);
    const withAnswer = (text: string) => ({ answers: [{ questionId: company, ticket: null, answer: text }] });
    const first = ordered(await order(event, cart, withAnswer('of one')));
    // By a bank transfer: a page that is closed takes no other money.
    await pay(first.checkoutUrl ?? '', 'late');
    const again = await held(
      on,
      event.slug,
      { items: [{ sku: event.skus[0] ?? '', quantity: 2 }] },
      cart.token,
    );
    const second = ordered(await order(event, { ...cart, ...again }, withAnswer('of two')));
    await letTransferArrive(on, first.reference);
    await untilStatus(on, first.reference, 'confirmed');
    await pay(second.checkoutUrl ?? '');
    await untilStatus(on, second.reference, 'confirmed');
    assert.deepEqual(await answersOf(first.reference), ['0 Which company? of one']);
    assert.deepEqual(await answersOf(second.reference), ['0 Which company? of two']);
  });

  test('answers without an order are forgotten after a day, those of orders stay', async () => {
    const event = await makeEvent(on, host, FREE);
    const company = await add(event);
    await untilAsked(event, 1);
    const cart = await cartOf(event, [1]);
    const { reference } = ordered(
      await order(event, cart, { answers: [{ questionId: company, ticket: null, answer: 'Stays' }] }),
    );
    const { database } = on.app;
    await database.query(
      `INSERT INTO answers (order_id, ticket_position, question_id, answer, waits_for_order) VALUES (gen_random_uuid(), 0, $1, 'Goes', true)`,
      [company],
    );
    await database.query(
      `INSERT INTO newsletter_consents (order_id, host_id, sentence, agreed_at, waits_for_order)
       VALUES (gen_random_uuid(), $1, 'Yes', now() - interval '2 days', true)`,
      [host.hostId],
    );
    const run = async (): Promise<unknown[]> => {
      const context = { signal: new AbortController().signal } as never;
      await forgetUnorderedAnswersJob(database).run({}, context);
      await forgetUnorderedConsentsJob(database).run({}, context);
      const { rows } = await database.query<{ answer: string }>(
        'SELECT answer FROM answers WHERE question_id = $1 ORDER BY 1',
        [company],
      );
      return rows.map((row) => row.answer);
    };
    assert.deepEqual(await run(), ['Goes', 'Stays'], 'younger than a day');
    await database.query(
      `UPDATE answers SET answered_at = now() - interval '25 hours' WHERE question_id = $1`,
      [company],
    );
    assert.deepEqual(await run(), ['Stays']);
    assert.deepEqual(await answersOf(reference), ['0 Which company? Stays']);
    const { rows } = await database.query('SELECT FROM answers WHERE waits_for_order AND question_id = $1', [
      company,
    ]);
    assert.equal(rows.length, 0);
    const { rows: left } = await database.query('SELECT FROM newsletter_consents');
    assert.equal(left.length, 0);
  });
});

describe('on the receipt', () => {
  test('a buyer who answers for tickets of the second page stays on that page, in their language', async () => {
    const event = await makeEvent(on, host, FREE);
    const shirt = await add(event, SHIRT);
    const items = event.skus.map((sku, index) => ({ sku, quantity: index === 0 ? 10 : 1 }));
    const { receiptUrl } = await buy(on, host, { slug: event.slug, items });
    const token = tokenIn(receiptUrl ?? '');
    const second = await receipt(`${token}?tickets=2&lang=fr`);
    const [, action = ''] = /<form method="post" action="([^"]+answers[^"]*)"/.exec(second) ?? [];
    const body = new URLSearchParams([
      ['about', '11'],
      [`${shirt}.11`, 'L'],
    ]);
    const { url } = await fetch(
      new URL(action.replaceAll('&amp;', '&'), `${on.publicUrl}/checkout/orders/${token}`),
      { method: 'POST', body },
    );
    assert.match(url, /\?notice=answered&tickets=2&lang=fr$/);
  });

  test('an order by the API is never refused; its buyer is asked there, and answers by a form until the event is over', async () => {
    const event = await makeEvent(on, host, FREE);
    const company = await add(event, { isRequired: true });
    const shirt = await add(event, SHIRT);
    const token = await apiOrder(event, 2);
    const page = await receipt(token);
    assert.match(page, /Lagos Nights asks/);
    assert.match(page, new RegExp(`name="${shirt}.2"`));
    const fields: [string, string][] = [
      ['about', '0'],
      ['about', '1'],
      [company, 'Obi Ltd'],
      [`${shirt}.1`, 'L'],
      [`${shirt}.2`, 'M'],
    ];
    assert.equal(await answer(token, fields), 'answered', 'of ticket 2 there was no field on the form');
    const missing = /The host needs an answer/;
    assert.match(await receipt(token), missing);
    assert.equal(
      await answer(token, [
        ['about', '2'],
        [`${shirt}.2`, 'Huge'],
      ]),
      'answers_missing',
    );
    assert.equal(
      await answer(token, [
        ['about', '2'],
        [`${shirt}.2`, 'M'],
      ]),
      'answered',
    );
    assert.doesNotMatch(await receipt(token), missing);
    // A required answer can be changed and not removed.
    assert.equal(
      await answer(token, [
        ['about', '0'],
        [company, ' '],
      ]),
      'answers_missing',
    );
    assert.match(await receipt(token), /value="Obi Ltd"/);
    await on.app.database.query(
      `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
      [event.eventId],
    );
    assert.equal(
      await answer(token, [
        ['about', '0'],
        [company, 'Late'],
      ]),
      'answers_too_late',
    );
    assert.match(await receipt(token), /<dd dir="auto">Obi Ltd<\/dd>/);
  });

  test('a person without the token answers nothing, and a form with anything in it does no harm', async () => {
    const event = await makeEvent(on, host, FREE);
    const company = await add(event);
    const token = await apiOrder(event);
    const unknown = await fetch(`${on.publicUrl}/checkout/orders/${randomUUID()}/answers`, {
      method: 'POST',
      body: new URLSearchParams({ [company]: 'x', about: '0' }),
    });
    assert.equal(unknown.status, 404);
    for (const fields of [
      [],
      [
        ['about', 'x'],
        ['about', '-1'],
        [company, 'x'],
        ['__proto__', '1'],
      ],
    ] as [string, string][][])
      assert.equal(await answer(token, fields), 'answered');
    for (const [type, body] of [
      ['application/json', '{"given":1}'],
      ['text/plain', 'x'],
    ] as const) {
      const other = await fetch(`${on.publicUrl}/checkout/orders/${token}/answers`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      assert.equal(other.status, 415, type);
    }
    assert.doesNotMatch(await receipt(token), /value="x"/);
  });
});

describe('members', () => {
  const which = (event: TestEvent) => ({ hostId: host.hostId, eventId: event.eventId, actor: OPERATOR });
  const versionOf = async ({ eventId }: TestEvent): Promise<number> =>
    (await on.app.database.query<{ version: number }>('SELECT version FROM events WHERE id = $1', [eventId]))
      .rows[0]?.version ?? 0;
  const labels = async ({ eventId }: { eventId: string }): Promise<string[]> =>
    (await listQuestions(on.app.database, eventId)).map(({ label }) => label);

  test('a question that was answered keeps its kind; its label and choices change, the answers stay as they were written', async () => {
    const event = await makeEvent(on, host, FREE);
    const shirt = await add(event, SHIRT);
    await untilAsked(event, 1);
    const { reference, receiptUrl } = ordered(
      await order(event, await cartOf(event, [1]), {
        answers: [{ questionId: shirt, ticket: 1, answer: 'L' }],
      }),
    );
    const change = async (fields: QuestionFields): Promise<void> => {
      const version = await versionOf(event);
      await on.app.database.transaction((tx) =>
        changeQuestion(tx, { ...which(event), version, questionId: shirt, fields }),
      );
    };
    await assert.rejects(change({ ...SHIRT, kind: 'line', choices: [] }), /somebody has answered/);
    await assert.rejects(change({ ...SHIRT, choices: ['S'] }), /choices/);
    await change({ ...SHIRT, label: 'Which size?', choices: ['S', 'M'] });
    assert.deepEqual(await answersOf(reference), ['1 Which size? L']);
    assert.match(
      await receipt(tokenIn(receiptUrl)),
      /<option selected value="L">|<option value="L" selected/,
    );
    await on.app.database.transaction((tx) => removeQuestion(tx, { ...which(event), questionId: shirt }));
    assert.deepEqual(await answersOf(reference), ['1 Which size? L']);
    assert.deepEqual(await labels(event), []);
  });

  test('a ticket type that is deleted is in no question any more, and what was asked of it alone is asked of nobody', async () => {
    const event = await makeEvent(on, host, FREE);
    const [kept = '', gone = ''] = event.skus;
    const both = await add(event, { label: 'Both', ticketTypeIds: [kept, gone] });
    await add(event, { label: 'Alone', ticketTypeIds: [gone] });
    await add(event, { label: 'Everybody' });
    await on.app.database.transaction((tx) => deleteTicketType(tx, { ...which(event), ticketTypeId: gone }));
    assert.deepEqual(await labels(event), ['Both', 'Everybody']);
    const [{ id, isRemoved, ...fields }] = (await listQuestions(on.app.database, event.eventId)) as [
      ListedQuestion,
    ];
    assert.deepEqual([id, isRemoved, fields.ticketTypeIds], [both, false, [kept]]);
    const version = await versionOf(event);
    await on.app.database.transaction((tx) =>
      changeQuestion(tx, {
        ...which(event),
        version,
        questionId: id,
        fields: { ...fields, label: 'Edited' },
      }),
    );
    assert.deepEqual(await labels(event), ['Edited', 'Everybody']);
  });

  test('questions have an order and a limit, and a copy of the event asks the same of its own ticket types', async () => {
    const event = await makeEvent(on, host, FREE);
    const [first, second] = [
      await add(event, { label: 'A' }),
      await add(event, { label: 'B', ticketTypeIds: [event.skus[1] ?? ''] }),
    ];
    await on.app.database.transaction((tx) =>
      reorderQuestions(tx, { ...which(event), questionIds: [second, first] }),
    );
    assert.deepEqual(await labels(event), ['B', 'A']);
    await assert.rejects(
      on.app.database.transaction((tx) => reorderQuestions(tx, { ...which(event), questionIds: [second] })),
      /added or removed/,
    );
    assert.equal((await describeDuplication(on.app.database, event.eventId))?.counts.questions, 2);
    const copyId = randomUUIDv7();
    await on.app.database.transaction((tx) =>
      duplicateEvent(tx, { ...which(event), copyId, name: 'Again', startsAt: '2031-01-01T20:00' }),
    );
    assert.deepEqual(await labels({ eventId: copyId }), ['B', 'A']);
    const [copied] = await listQuestions(on.app.database, copyId);
    const { rows } = await on.app.database.query<{ eventId: string }>(
      'SELECT event_id AS "eventId" FROM ticket_types WHERE id = ANY ($1)',
      [copied?.ticketTypeIds],
    );
    assert.deepEqual(rows, [{ eventId: copyId }]);
    for (let count = 2; count < MAX_QUESTIONS; count += 1) await add(event);
    await assert.rejects(add(event), /at most 20/);
    await assert.rejects(
      on.app.database.transaction((tx) =>
        addQuestion(tx, { ...which(event), hostId: randomUUID(), questionId: randomUUID(), fields: LINE }),
      ),
      /no such event/,
    );
  });
});
