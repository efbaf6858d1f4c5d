import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { BUYER, buy } from '../../test/harness/buy.ts';
import { ask, type Answer } from '../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { askEmbed, held, pageDataIn, tokenIn } from '../pages/checkout/embed/embed.fixture.ts';
import type { EmbedOrder } from '../pages/checkout/embed/server/order-schemas.ts';
import { addQuestion } from './add-question.ts';
import type { QuestionFields } from './question-fields.ts';

export type TestEvent = Awaited<ReturnType<typeof makeEvent>>;

export const FREE = {
  ticketTypes: [
    { name: 'Regular', priceMinor: 0 },
    { name: 'VIP', priceMinor: 0 },
  ],
};

export const LINE: QuestionFields = {
  per: 'order',
  kind: 'line',
  label: 'Which company?',
  help: '',
  choices: [],
  isRequired: false,
  ticketTypeIds: null,
  isShownAtDoor: false,
};
export const SHIRT: QuestionFields = {
  ...LINE,
  per: 'ticket',
  kind: 'choice',
  label: 'Size of your T-shirt?',
  choices: ['S', 'M', 'L'],
  isRequired: true,
};

export const ordered = ({ status, body }: Answer): EmbedOrder => {
  assert.equal(status, 201, JSON.stringify(body));
  return body.data as EmbedOrder;
};

/** A host that asks, for the tests of one file: it is there when they start. */
export function openAskingShop(isReady: (running: { on: TestApp; host: TestHost }) => void) {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
    host = await makeHost(on, { name: 'Lagos Nights' });
    isReady({ on, host });
  });
  after(() => on.close());

  async function add(event: TestEvent, fields: Partial<QuestionFields> = {}): Promise<string> {
    const questionId = randomUUID();
    await on.app.database.transaction((tx) =>
      addQuestion(tx, {
        hostId: host.hostId,
        eventId: event.eventId,
        actor: OPERATOR,
        questionId,
        fields: { ...LINE, ...fields },
      }),
    );
    return questionId;
  }

  /** Waits until the page knows what is asked: word of the change comes a moment later. */
  async function untilAsked(event: TestEvent, count: number): Promise<void> {
    await until('the page asks', async () => {
      const { body } = await ask({ baseUrl: `${on.publicUrl}/checkout` }, `/${event.slug}`);
      return pageDataIn(body).questions.length === count;
    });
  }

  async function cartOf(
    event: TestEvent,
    quantities: number[],
  ): Promise<{ token: string; quoteReference: string }> {
    const token = randomUUID();
    const items = quantities.map((quantity, index) => ({ sku: event.skus[index] ?? '', quantity }));
    const { quoteReference } = await held(
      on,
      event.slug,
      { items: items.filter(({ quantity }) => quantity > 0) },
      token,
    );
    return { token, quoteReference };
  }

  const order = (
    event: TestEvent,
    { token, quoteReference }: { token: string; quoteReference: string },
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    askEmbed(on, `/${event.slug}/orders`, {
      method: 'POST',
      headers: { 'x-device-id': token, ...headers },
      body: { ...BUYER, query: '', quoteReference, ...body },
    });

  async function answersOf(reference: string): Promise<string[]> {
    const { rows } = await on.app.database.query<{ line: string }>(
      `SELECT concat_ws(' ', a.ticket_position, q.label, a.answer) AS line FROM orders AS o JOIN answers AS a ON a.order_id = o.id
         JOIN questions AS q ON q.id = a.question_id WHERE o.reference = $1 ORDER BY 1`,
      [reference],
    );
    return rows.map(({ line }) => line);
  }

  const receipt = async (token: string): Promise<string> =>
    (await fetch(`${on.publicUrl}/checkout/orders/${token}`)).text();

  /** As the form of the receipt is sent; answers the notice of the page that follows. */
  async function answer(token: string, fields: [string, string][]): Promise<string> {
    const response = await fetch(`${on.publicUrl}/checkout/orders/${token}/answers`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return new URL(response.headers.get('location') ?? '', response.url).searchParams.get('notice') ?? '';
  }

  async function apiOrder(event: TestEvent, quantity = 1): Promise<string> {
    const { receiptUrl } = await buy(on, host, {
      slug: event.slug,
      items: [{ sku: event.skus[0], quantity }],
    });
    return tokenIn(receiptUrl ?? '');
  }
  return { add, untilAsked, cartOf, order, answersOf, receipt, answer, apiOrder };
}
