import assert from 'node:assert/strict';
import type { Country } from '../../money/countries.ts';
import { formatMoney } from '../../money/format-money.ts';
import { ticketAmounts, type QuoteItem } from '../../tickets/ticket-amounts.ts';

export type Person = { email: string; firstName: string; lastName: string; phone: string | null };

/** All that the webhook of a purchase tells. */
export type Purchase = {
  eventId: string;
  country: Country;
  reference: string;
  totalMinor: number;
  /** Null for a free order. */
  paidAt: Date | null;
  items: QuoteItem[];
  buyer: Person;
  /** One per ticket, in the order of the items; null: all are the buyer's. */
  recipients: Partial<Person>[] | null;
  /** JSON as it was sent with the order. */
  metadata: string;
};

type Entry = { sku: string; amountMinor: number; quantity: number; customer: Customer };
type Customer = { email: string; firstName: string; lastName: string; phone: string };

// The protocol's value instead of a time if nothing was paid.
const NO_TIME = '0001-01-01T00:00:00Z';

export function purchaseBody(purchase: Purchase, sentAt: Date): string {
  const { country, totalMinor, paidAt } = purchase;
  const entries = toEntries(purchase);
  const sumMinor = entries.reduce((sum, entry) => sum + entry.amountMinor, 0);
  assert.equal(sumMinor, totalMinor, 'the entries of an order do not add up to its total');
  assert(totalMinor === 0 || paidAt, 'a paid order without a payment');
  const data = {
    eventId: purchase.eventId,
    reference: purchase.reference,
    amount: totalMinor,
    formattedAmount: formatMoney(totalMinor, country),
    paidAt: totalMinor === 0 ? NO_TIME : paidAt?.toISOString(),
    sentAt: totalMinor === 0 ? NO_TIME : sentAt.toISOString(),
    orders: entries.map(({ sku, amountMinor, quantity, customer }) => ({
      sku,
      amount: amountMinor,
      formattedAmount: formatMoney(amountMinor, country),
      quantity,
      customer,
    })),
  };
  // The metadata goes in as text: read and written again, 1.0 would become 1 and a long number another one.
  return `{"eventType":"TICKET_PURCHASED","data":${JSON.stringify(data).slice(0, -1)},"metadata":${purchase.metadata}}}`;
}

export function testBody(reference: string, sentAt: Date): string {
  const data = {
    message: 'This is a test from Tessera. Your receiver works.',
    reference,
    sentAt: sentAt.toISOString(),
  };
  return JSON.stringify({ eventType: 'WEBHOOK_TEST', data });
}

/** One entry per recipient and sku; tickets of several recipients in one cart come one by one. */
function toEntries({ items, buyer, recipients }: Purchase): Entry[] {
  const customers = (recipients ?? []).map((recipient) => toCustomer({ ...recipient }, buyer));
  const isForSeveral = new Set(customers.map((customer) => JSON.stringify(customer))).size > 1;
  const owner = customers[0] ?? toCustomer({ phone: buyer.phone }, buyer);
  if (isForSeveral) {
    return ticketAmounts(items).map(({ sku, amountMinor }, index) => {
      const customer = customers[index];
      assert(customer, 'an order with fewer recipients than tickets');
      return { sku, amountMinor, quantity: 1, customer };
    });
  }
  return items.map(({ sku, quantity, price, fee, discount }) => ({
    sku,
    amountMinor: quantity * (price + fee) - discount,
    quantity,
    customer: owner,
  }));
}

/** A recipient's missing data come from the buyer, as on the ticket; but never the telephone number. */
function toCustomer(person: Partial<Person>, buyer: Person): Customer {
  return {
    email: person.email ?? buyer.email,
    firstName: person.firstName ?? buyer.firstName,
    lastName: person.lastName ?? buyer.lastName,
    phone: person.phone ?? '',
  };
}
