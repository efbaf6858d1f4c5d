import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { createPublicKey } from '../../src/hosts/keys/public-keys.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { COMPANY, SETTINGS, untilIssued } from '../../src/invoices/invoices.fixture.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { openEntrance, PASSWORD, type Entrance } from '../../src/pages/dashboard/sign-in/entrance.fixture.ts';
import { readReport } from '../../src/reports/read-report.ts';
import { buy, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import type { Language } from '../../src/values/language.ts';
import type { TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs } from '../harness/sign-in.ts';

type Journey = {
  country: string;
  place: { state?: string; lga?: string };
  postalCode: string;
  currency: string;
  priceMinor: number;
  shown: string;
  /** The buyer's. */
  language: Language;
  /** Of a host whose second ticket type has the second rate. */
  rates?: { id: string; name: string; kind: 'standard' | 'reduced'; basisPoints: number }[];
};

const JOURNEYS: Journey[] = [
  {
    country: 'KENYA',
    place: { lga: 'Nairobi' },
    postalCode: '00100',
    currency: 'KES',
    priceMinor: 150_050,
    shown: 'Ksh 1,500.50',
    language: 'sw',
  },
  {
    country: 'JAPAN',
    place: { state: 'Tokyo' },
    postalCode: '100-0001',
    currency: 'JPY',
    priceMinor: 4_500,
    shown: '¥4,500',
    language: 'en',
  },
  {
    country: 'KUWAIT',
    place: { lga: 'Hawally' },
    postalCode: '',
    currency: 'KWD',
    priceMinor: 12_250,
    shown: 'KWD 12.250',
    language: 'en',
  },
  {
    country: 'GERMANY',
    place: { lga: 'Berlin' },
    postalCode: '10117',
    currency: 'EUR',
    priceMinor: 1_990,
    shown: '€19.90',
    language: 'de',
    rates: [
      { id: randomUUIDv7(), name: 'Umsatzsteuer', kind: 'standard', basisPoints: 1_900 },
      { id: randomUUIDv7(), name: 'Ermäßigt', kind: 'reduced', basisPoints: 700 },
    ],
  },
  {
    country: 'UNITED_STATES',
    place: { state: 'Oregon', lga: 'Portland' },
    postalCode: '97201',
    currency: 'USD',
    priceMinor: 2_500,
    shown: '$25.00',
    language: 'en',
  },
  {
    country: 'NIGERIA',
    place: { state: 'Lagos' },
    postalCode: '',
    currency: 'NGN',
    priceMinor: 150_000,
    shown: '₦1,500.00',
    language: 'fr',
  },
];

/** Of an amount that has its tax within it. */
const taxWithin = (grossMinor: number, basisPoints: number): number =>
  grossMinor - Math.round((grossMinor * 10_000) / (10_000 + basisPoints));

suite('hosts anywhere sell', () => {
  let entrance: Entrance;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closing) await close();
  });

  /** Signs up by the form and the link, and answers the new host with a key. */
  async function signUp(country: string): Promise<TestHost> {
    const { on } = entrance;
    const email = `owner-${country.toLowerCase()}-${process.pid}@mail.example`;
    const visitor = entrance.visitor();
    const typed = { hostName: `Shows of ${country}`, country, name: 'Sam', email, password: PASSWORD };
    assert.equal((await visitor.send('/sign-up', typed)).status, 200);
    assert.equal((await visitor.send(await entrance.linkTo(email, 'confirm-email'), {})).status, 303);
    const { rows } = await on.app.database.query<{ hostId: string; personId: string }>(
      'SELECT m.host_id AS "hostId", p.id AS "personId" FROM people AS p JOIN members AS m ON m.person_id = p.id WHERE p.email = $1',
      [email],
    );
    const [member] = rows;
    assert.ok(member);
    const key = await on.app.database.transaction((tx) =>
      createPublicKey(tx, { hostId: member.hostId, actor: OPERATOR, name: 'A shop' }),
    );
    return { ...member, ...key, privateKey: '' };
  }

  for (const { country, place, postalCode, currency, priceMinor, shown, language, rates = [] } of JOURNEYS) {
    test(`a host in ${country} signs up, sells a ticket for ${shown}, and refunds it, each with its invoice`, async () => {
      const { on } = entrance;
      const host = await signUp(country);
      const as = await signInAs(on, host);
      const inHost = async (path: string, method: string, body: object) => {
        const answer = await askDashboard(on, `/hosts/${host.hostId}${path}`, { as, method, body });
        assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
        return answer.body;
      };
      const seat = { postalCode, region: '', city: 'Town' };
      const hasFacturX = rates.length > 0;
      await inHost('/invoices/settings', 'PATCH', { ...SETTINGS, ...seat, hasFacturX, version: 0 });
      if (rates.length > 0) {
        const { version } = (await askDashboard(on, `/hosts/${host.hostId}/settings`, { as })).body.data
          .settings;
        await inHost('/settings', 'PATCH', { version, taxNumber: 'DE123456789', taxRates: rates });
      }
      const eventId = randomUUIDv7();
      const { draft } = await inHost('/new-event', 'POST', {
        eventId,
        name: `A night in ${country}`,
        kind: 'general',
        categorySlug: 'music',
      });
      const addTicketType = (name: string, taxRateId: string | undefined) =>
        inHost(`/events/${eventId}/tickets`, 'POST', {
          kind: 'GENERAL',
          name,
          description: '',
          priceMinor,
          capacity: 10,
          maximumPerOrder: 4,
          saleStartsAt: null,
          saleEndsAt: null,
          ...(taxRateId !== undefined && { taxRateId }),
        });
      await addTicketType('Regular', rates[0]?.id);
      if (rates.length > 1) await addTicketType('Child', rates[1]?.id);
      const publish = `/hosts/${host.hostId}/events/${eventId}/publish`;
      const choices = { isComingSoon: false, isUnlisted: false };
      const early = await askDashboard(on, publish, { as, method: 'POST', body: choices });
      assert.equal(early.body.error_code, 'not_ready', 'it lacks a place');
      await inHost(`/events/${eventId}/draft`, 'PATCH', { version: draft.version, ...place });
      await inHost(`/events/${eventId}/publish`, 'POST', choices);

      const { slug } = draft;
      const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
      const { data: event } = (await ask(on, `/events/${slug}`, { key: host })).body;
      assert.deepEqual(
        [
          event.country,
          event.cheapestTicketPrice,
          plain(event.formattedCheapestPrice),
          event.state,
          event.lga,
        ],
        [country, priceMinor, shown, 'state' in place ? place.state : '', 'lga' in place ? place.lga : ''],
      );
      const tickets = (await ask(on, `/events/${slug}/tickets`, { key: host })).body.data;
      const [ticket] = tickets;
      assert.deepEqual(
        [ticket.currency, ticket.price, plain(ticket.formattedPrice)],
        [currency, priceMinor, shown],
      );

      const items = tickets.map(({ id }: { id: string }) => ({ sku: id, quantity: 2 / tickets.length }));
      const headers = { 'accept-language': language };
      const bought = await buy(on, host, { slug, items }, { headers });
      assert.deepEqual(
        [bought.total, (bought as unknown as { currency: string }).currency],
        [2 * priceMinor, currency],
      );
      // The standard of such an invoice wants the buyer's address.
      if (hasFacturX) {
        const { receipt_token: token } = await storedOrder(on, bought.reference);
        const asked = await fetch(`${on.publicUrl}/checkout/orders/${token}/invoice`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams(COMPANY),
        });
        assert.equal(asked.status, 303);
      }
      await pay(bought.checkoutUrl);
      const stored = await untilStatus(on, bought.reference, 'confirmed');
      await untilIssued(on, stored.id, 1);
      await on.app.database.transaction((tx) =>
        refundOrder(tx, {
          actor: OPERATOR,
          orderId: stored.id,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: 'a test',
        }),
      );
      await untilStatus(on, bought.reference, 'refunded');
      const issued = await untilIssued(on, stored.id, 2);
      assert.deepEqual(
        issued.map(({ invoice }) => [
          invoice.kind,
          invoice.grossMinor,
          invoice.currency,
          invoice.country,
          invoice.language,
        ]),
        ['invoice', 'credit_note'].map((kind) => [kind, 2 * priceMinor, currency, country, language]),
      );
      for (const { invoice } of issued) {
        const taxes = invoice.taxes.map(({ rate, taxMinor }) => [rate.name, taxMinor]);
        const expected = rates.map((rate) => [rate.name, taxWithin(priceMinor, rate.basisPoints)]);
        assert.deepEqual(taxes, rates.length === 0 ? [['', 0]] : expected);
        const page = `${on.publicUrl}/dashboard/hosts/${host.hostId}/invoices/${invoice.id}/file`;
        const answer = await fetch(page, { headers: { cookie: as.cookie } });
        assert.equal(answer.headers.get('content-type'), 'application/pdf');
        const pdf = Buffer.from(await answer.arrayBuffer());
        assert.equal(pdf.includes('factur-x.xml'), hasFacturX);
      }

      const { sums } = await readReport(on.app.database, {
        hostId: host.hostId,
        eventIds: null,
        from: null,
        to: null,
        by: 'event',
      });
      assert.deepEqual(
        sums.map((sum) => [sum.currency, sum.all.grossMinor, sum.all.refundsMinor, sum.all.netMinor]),
        [[currency, 2 * priceMinor, 2 * priceMinor, 0]],
      );
      assert.deepEqual(await checkInvariants(on.app.database), []);
    });
  }
});
