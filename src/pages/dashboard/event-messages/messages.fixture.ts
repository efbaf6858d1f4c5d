import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { buy, storedOrder } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import type { EventMessageView } from './data.ts';

export type Event = { eventId: string; slug: string; skus: string[] };

export type Choice = { audience: string; attendance: string; ticketTypeIds: string[] };

export const EVERYBODY: Choice = { audience: 'holders', attendance: 'all', ticketTypeIds: [] };

export type Desk = Awaited<ReturnType<typeof openMessageDesk>>;

/** The product with a real mail server, a host, its owner, and what a test does with messages. */
export async function openMessageDesk(
  options: NonNullable<Parameters<typeof startSmtp>[0]> & { environment?: Record<string, string> } = {},
) {
  const smtp: TestSmtp = await startSmtp(options);
  const on: TestApp = await startTestApp({
    environment: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Tessera <tickets@tickets.example>',
      RATE_LIMIT_PER_ADDRESS: '1000000',
      HOLD_LIMIT_PER_ADDRESS: '1000000',
      MESSAGE_MAILS_PER_SECOND: '1000',
      ...options.environment,
    },
  });
  const host: TestHost = await makeHost(on, { name: 'Lagos Nights' });
  await on.app.database.query(`UPDATE hosts SET contact_email = 'ask@lagosnights.example' WHERE id = $1`, [
    host.hostId,
  ]);
  const owner: SignedIn = await signInAs(on, host, { hasFactor: true });

  const at = ({ eventId }: Event, rest = '', of = host): string =>
    `/hosts/${of.hostId}/events/${eventId}/messages${rest}`;
  const post = (event: Event, rest: string, body: object | undefined, as = owner): Promise<Answer> =>
    askDashboard(on, at(event, rest), { as, method: 'POST', ...(body && { body }) });
  const send = (event: Event, more: object = {}, as = owner): Promise<Answer> =>
    post(
      event,
      '',
      { messageId: randomUUIDv7(), subject: 'Doors', text: 'At seven.', ...EVERYBODY, ...more },
      as,
    );
  const viewOf = async (event: Event, messageId: string): Promise<EventMessageView> => {
    const { status, body } = await askDashboard(on, at(event, `/${messageId}`), { as: owner });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  return {
    on,
    smtp,
    host,
    owner,
    at,
    post,
    send,
    viewOf,
    newEvent: (ticketTypes: object[] = [{ priceMinor: 0 }], name = 'Lagos Night'): Promise<Event> =>
      makeEvent(on, host, { name, ticketTypes }),
    order: (event: Event, email: string, { type = 0, quantity = 1 } = {}) => {
      const items = [{ sku: event.skus[type], quantity }];
      return buy(on, host, { slug: event.slug, items }, { body: { email } });
    },
    refund: async (reference: string): Promise<void> => {
      const { id: orderId } = await storedOrder(on, reference);
      await on.app.database.transaction((tx) =>
        refundOrder(tx, {
          orderId,
          actor: OPERATOR,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: 'one',
        }),
      );
    },
    sent: async (event: Event, more: object = {}): Promise<string> => {
      const { status, body } = await send(event, more);
      assert.equal(status, 201, JSON.stringify(body));
      return body.messageId;
    },
    untilSent: (event: Event, messageId: string): Promise<EventMessageView> =>
      until('the message to be sent', async () => {
        const view = await viewOf(event, messageId);
        return view.message.state === 'sent' && view;
      }),
    untilTicketsSent: (): Promise<boolean> =>
      until('the tickets to be sent', async () => {
        const { rows } = await on.app.database.query(`SELECT FROM jobs WHERE kind = 'send_mail'`);
        return rows.length === 0;
      }),
    /** Those whom mails of this subject reached, in the order in which they did. */
    reached: (subject = 'Doors'): string[] =>
      smtp.received
        .filter(({ mail }) => mail.subject === subject)
        .map(({ envelope }) => envelope.to.join(',')),
    /** An order like this one, for each of these addresses: what a sale of hours would leave. */
    copyOrder: (reference: string, emails: string[]) => copyOrder(on, reference, emails),
    close: async (): Promise<void> => {
      await on.close();
      await smtp.stop();
    },
  };
}

async function copyOrder(on: TestApp, reference: string, emails: string[]): Promise<void> {
  for (const email of emails) {
    const copy = `TSR-${Array.from({ length: 4 }, () => randomLetters()).join('-')}`;
    await on.app.database.query(
      `WITH model AS (SELECT * FROM orders WHERE reference = $1), made AS (
         INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                             first_name, last_name, created_at, confirmed_at, language)
         SELECT new_id(), $2, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, $3, first_name,
                last_name, created_at, confirmed_at, language FROM model
         RETURNING id, event_id, email, first_name, last_name)
       INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
       SELECT new_id(), made.id, made.event_id, t.ticket_type_id, t.position, gen_random_uuid(), made.email, made.first_name,
              made.last_name, t.issued_at
         FROM made, model JOIN tickets AS t ON t.order_id = model.id`,
      [reference, copy, email],
    );
  }
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLetters = (): string =>
  Array.from({ length: 4 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)] ?? '0').join('');
