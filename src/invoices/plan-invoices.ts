import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { toWallTime } from '../values/wall-time.ts';
import type { InvoiceFacts, InvoicedRefund, OrderPart, RatedAmount } from './invoice-facts.ts';
import type { Invoice, InvoiceLine, InvoiceRate, InvoiceTax, Party } from './invoice.ts';
import { textsIn } from './texts/texts.ts';

/** An invoice or credit note that is due, all but its number and its time. */
export type PlannedInvoice = {
  content: Omit<Invoice, 'number' | 'issuedAt' | 'issuedOn' | 'corrects'>;
  requestVersion: number;
  replaces: string | null;
  /** The id of an invoice, issued or planned before this one. */
  corrects: string | null;
  refundId: string | null;
};

/**
 * Plans the invoices that an order is to have and has not yet, in the order of issue. They follow from what is on record alone: asked again, nothing is planned twice.
 *
 * 1. Its invoice, of all that was sold.
 * 2. A credit note for each refund, of the invoice in force.
 * 3. Where the buyer has changed the request since: a credit note for the rest, and an invoice of the rest in its place.
 */
export function planInvoices(facts: InvoiceFacts): PlannedInvoice[] {
  const planned: PlannedInvoice[] = [];
  let inForce = findInForce(facts);
  if (!inForce) {
    if (!isDue(facts)) return [];
    const first = firstInvoice(facts);
    planned.push(first);
    inForce = { ...first, credited: [] };
  }
  for (const refund of facts.refunds) {
    if (facts.issued.some(({ refundId }) => refundId === refund.id)) continue;
    const note = creditNote(facts, inForce, { refundId: refund.id, lines: linesOfRefund(facts, refund) });
    inForce.credited.push(...note.content.taxes);
    planned.push(note);
  }
  const version = facts.request?.version ?? 0;
  const rest = subtract(inForce.content.taxes, inForce.credited);
  if (version > inForce.requestVersion && rest.length > 0) {
    const lines =
      inForce.credited.length > 0
        ? linesOf(rest, textsIn(facts.order.language).remaining)
        : inForce.content.lines;
    planned.push(creditNote(facts, inForce, { refundId: null, lines }));
    const content = contentOf(
      { ...inForce.content, id: randomUUIDv7(), kind: 'invoice', buyer: buyerOf(facts) },
      lines,
    );
    planned.push({
      content,
      requestVersion: version,
      replaces: inForce.content.id,
      corrects: null,
      refundId: null,
    });
  }
  return planned;
}

type InForce = Pick<PlannedInvoice, 'requestVersion'> & {
  content: PlannedInvoice['content'];
  credited: RatedAmount[];
};

function findInForce({ issued }: InvoiceFacts): InForce | null {
  const found = issued.find(
    ({ invoice }) => invoice.kind === 'invoice' && !issued.some(({ replaces }) => replaces === invoice.id),
  );
  if (!found) return null;
  const credited = issued
    .filter(({ corrects }) => corrects === found.invoice.id)
    .flatMap(({ invoice }) => invoice.taxes);
  return { content: found.invoice, requestVersion: found.requestVersion, credited };
}

/** By what the host had set when the order was confirmed. Whoever asks later is invoiced by what it has set now. */
function isDue({ order, settings, settingsThen, request, refunds }: InvoiceFacts): boolean {
  if (settingsThen?.forOrders === 'all') return true;
  const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return request !== null && settings.forOrders !== 'none' && refundedMinor < order.totalMinor;
}

function firstInvoice(facts: InvoiceFacts): PlannedInvoice {
  const { order, event } = facts;
  const content = contentOf(
    {
      id: randomUUIDv7(),
      kind: 'invoice',
      suppliedOn: toWallTime(event.startsAt, event.timezone).slice(0, 10),
      language: order.language,
      currency: order.currency,
      country: event.country,
      seller: sellerOf(facts),
      buyer: buyerOf(facts),
      orderReference: order.reference,
      eventName: event.name,
      footer: settingsOf(facts).footer,
    },
    linesOfOrder(facts),
  );
  assert.equal(content.grossMinor, order.totalMinor, 'the lines of an invoice add up to its order');
  return {
    content,
    requestVersion: facts.request?.version ?? 0,
    replaces: null,
    corrects: null,
    refundId: null,
  };
}

function creditNote(
  facts: InvoiceFacts,
  { content, requestVersion }: InForce,
  { refundId, lines }: { refundId: string | null; lines: InvoiceLine[] },
): PlannedInvoice {
  const { order } = facts;
  return {
    content: contentOf(
      { ...content, id: randomUUIDv7(), kind: 'credit_note', language: order.language },
      lines,
    ),
    requestVersion,
    replaces: null,
    corrects: content.id,
    refundId,
  };
}

type Heading = Omit<PlannedInvoice['content'], 'lines' | 'taxes' | 'grossMinor' | 'taxMinor'>;

/** Field by field: an earlier invoice that is copied has a number, times and what it corrects, and those are its own. */
function contentOf(heading: Heading, lines: InvoiceLine[]): PlannedInvoice['content'] {
  const sum = (of: (line: InvoiceLine) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  const {
    id,
    kind,
    suppliedOn,
    language,
    currency,
    country,
    seller,
    buyer,
    orderReference,
    eventName,
    footer,
  } = heading;
  return {
    id,
    kind,
    suppliedOn,
    language,
    currency,
    country,
    seller,
    buyer,
    orderReference,
    eventName,
    footer,
    lines,
    taxes: addUp(lines),
    grossMinor: sum(({ grossMinor }) => grossMinor),
    taxMinor: sum(({ taxMinor }) => taxMinor),
  };
}

/** Those of the day of the sale, or of now where invoices were off then. */
const settingsOf = ({ settings, settingsThen }: InvoiceFacts) =>
  settingsThen && settingsThen.forOrders !== 'none' ? settingsThen : settings;

function sellerOf(facts: InvoiceFacts): Party {
  const { seller, host } = facts.event;
  const { addressLines, postalCode, city, region } = settingsOf(facts);
  return {
    name: seller.name,
    address: { lines: addressLines, postalCode, city, region, countryCode: facts.sellerCountryCode },
    taxNumber: seller.taxNumber ?? '',
    email: host.contactEmail ?? '',
  };
}

function buyerOf({ order, request }: InvoiceFacts): Invoice['buyer'] {
  const { firstName, lastName, email } = order.buyer;
  const name = `${firstName} ${lastName}`;
  if (!request) return { name, email, company: '', address: null, taxNumber: '', purchaseReference: '' };
  const { company, line1, line2, postalCode, city, region, countryCode, taxNumber, purchaseReference } =
    request;
  const lines = [line1, line2].filter((line) => line !== '');
  return {
    name,
    email,
    company,
    address: { lines, postalCode, city, region, countryCode },
    taxNumber,
    purchaseReference,
  };
}

const UNTAXED: InvoiceRate = { name: '', kind: 'none', basisPoints: 0 };

/** A line for each item, after discounts, and one for all fees at a rate. What costs nothing has no line. */
function linesOfOrder({ order, taxedParts }: InvoiceFacts): InvoiceLine[] {
  const parts = taxedParts.length > 0 ? taxedParts : untaxedParts(order.items);
  const tickets = parts
    .filter(({ isFee }) => !isFee)
    .map(({ item, rate, grossMinor, taxMinor }): InvoiceLine => {
      const bought = order.items[item - 1];
      assert(bought, 'an order has the items that it is taxed for');
      return { name: bought.name, quantity: bought.quantity, rate, grossMinor, taxMinor };
    });
  const fees = addUp(parts.filter(({ isFee }) => isFee));
  return [...tickets, ...linesOf(fees, textsIn(order.language).fees)];
}

const untaxedParts = (items: InvoiceFacts['order']['items']): OrderPart[] =>
  items
    .flatMap(({ quantity, price, fee, discount }, index) => [
      { item: index + 1, isFee: false, rate: UNTAXED, grossMinor: quantity * price - discount, taxMinor: 0 },
      { item: index + 1, isFee: true, rate: UNTAXED, grossMinor: quantity * fee, taxMinor: 0 },
    ])
    .filter(({ grossMinor }) => grossMinor > 0);

function linesOfRefund({ order }: InvoiceFacts, { amountMinor, parts }: InvoicedRefund): InvoiceLine[] {
  const rated = parts.length > 0 ? parts : [{ rate: UNTAXED, grossMinor: amountMinor, taxMinor: 0 }];
  return linesOf(rated, textsIn(order.language).refunded);
}

const linesOf = (amounts: readonly RatedAmount[], name: string): InvoiceLine[] =>
  amounts.map(({ rate, grossMinor, taxMinor }) => ({ name, quantity: 1, rate, grossMinor, taxMinor }));

const keyOf = ({ name, kind, basisPoints }: InvoiceRate): string => JSON.stringify([basisPoints, kind, name]);

/** The sums at each rate, the highest first. */
function addUp(amounts: readonly RatedAmount[]): InvoiceTax[] {
  const sums = new Map<string, InvoiceTax>();
  for (const { rate, grossMinor, taxMinor } of amounts) {
    const sum = sums.get(keyOf(rate)) ?? { rate, grossMinor: 0, taxMinor: 0 };
    sums.set(keyOf(rate), {
      rate,
      grossMinor: sum.grossMinor + grossMinor,
      taxMinor: sum.taxMinor + taxMinor,
    });
  }
  return [...sums.values()].toSorted((one, other) => other.rate.basisPoints - one.rate.basisPoints);
}

/** The rest at each rate. */
function subtract(whole: readonly InvoiceTax[], taken: readonly RatedAmount[]): InvoiceTax[] {
  const gone = new Map(addUp(taken).map((sum) => [keyOf(sum.rate), sum]));
  return whole
    .map(({ rate, grossMinor, taxMinor }) => {
      const back = gone.get(keyOf(rate));
      return {
        rate,
        grossMinor: grossMinor - (back?.grossMinor ?? 0),
        taxMinor: taxMinor - (back?.taxMinor ?? 0),
      };
    })
    .filter(({ grossMinor }) => grossMinor > 0);
}
