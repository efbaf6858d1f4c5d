import { buy, pay, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { rate, setRates, setTaxes } from '../orders/taxes.fixture.ts';
import type { InvoiceDraft } from '../rules/invoices.ts';
import { askForInvoice } from './ask-for-invoice.ts';
import { readIssued, type IssuedInvoice } from './read-issued.ts';
import { changeInvoiceSettings, countVersions } from './settings/change-invoice-settings.ts';
import type { InvoiceSettings } from './settings/read-invoice-settings.ts';

type On = Pick<TestApp, 'app'>;

export const SETTINGS: InvoiceSettings = {
  forOrders: 'all',
  prefix: '',
  addressLines: ['12 Marina'],
  postalCode: '100001',
  city: 'Lagos',
  region: 'Lagos',
  timezone: 'Africa/Lagos',
  footer: 'RC 123456',
  hasFacturX: false,
  keptYears: 10,
};

/** Switches a host's invoices on, as it would on its page. */
export const invoiceAs = (
  on: On,
  host: Pick<TestHost, 'hostId'>,
  settings: Partial<InvoiceSettings> = {},
): Promise<void> => on.app.database.transaction((tx) => invoiceIn(tx, host, settings));

/** The same in a transaction that is not over. */
export async function invoiceIn(
  tx: Transaction,
  { hostId }: Pick<TestHost, 'hostId'>,
  settings: Partial<InvoiceSettings> = {},
): Promise<void> {
  const version = await countVersions(tx, hostId);
  await changeInvoiceSettings(tx, {
    hostId,
    actor: OPERATOR,
    version,
    settings: { ...SETTINGS, ...settings },
  });
}

export const COMPANY: InvoiceDraft = {
  company: 'Lovelace & Söhne GmbH',
  line1: 'Unter den Linden 1',
  line2: '',
  postalCode: '10117',
  city: 'Berlin',
  region: '',
  countryCode: 'DE',
  taxNumber: 'de 123 456 789',
  purchaseReference: 'PO-7',
};

export const issuedOf = (on: On, orderId: string): Promise<IssuedInvoice[]> =>
  readIssued(on.app.database, orderId);

/** The invoices of an order, once there are that many. */
export const untilIssued = (on: On, orderId: string, count: number): Promise<IssuedInvoice[]> =>
  until(`${count} invoices of an order`, async () => {
    const issued = await issuedOf(on, orderId);
    return issued.length >= count && issued;
  });

/** No job about invoices is left to run. */
export const untilAllIssued = (on: On): Promise<unknown> =>
  until('no invoice to be due', async () => {
    const { rowCount } = await on.app.database.query(`SELECT FROM jobs WHERE kind = 'issue_invoices'`);
    return rowCount === 0;
  });

/** Two ticket types, taxed at 7.5 % and 5 %; fees are 5 % and 100.00 a ticket. */
export async function makeInvoicedShow(on: TestApp, settings: Partial<InvoiceSettings> | null = {}) {
  const host = await makeHost(on);
  const reduced = rate('Reduced VAT', 'reduced', 500);
  await setTaxes(on, host, {
    vatBasisPoints: 750,
    taxRates: [reduced],
    taxNumber: 'NG-77',
    contactEmail: 'ask@host.example',
  });
  const show = await makeEvent(on, host, {
    ticketTypes: [{ priceMinor: 100_003 }, { priceMinor: 50_001 }],
  });
  await setRates(on, show.skus, [null, reduced]);
  if (settings) await invoiceAs(on, host, settings);
  return { ...show, host };
}
export type InvoicedShow = Awaited<ReturnType<typeof makeInvoicedShow>>;

/** A paid order of the show. Answers its id. */
export async function sellInvoiced(
  on: TestApp,
  { host, slug, skus }: InvoicedShow,
  quantities = [2, 1],
): Promise<string> {
  const items = quantities.map((quantity, nr) => ({ sku: skus[nr], quantity }));
  const order = await buy(on, host, { slug, items });
  await pay(order.checkoutUrl);
  return (await untilStatus(on, order.reference, 'confirmed')).id;
}

export const askAs = (
  on: On,
  orderId: string,
  typed: Partial<InvoiceDraft> = {},
  askedBy: 'buyer' | 'member' = 'buyer',
) =>
  on.app.database.transaction((tx) =>
    askForInvoice(tx, { orderId, typed: { ...COMPANY, ...typed }, askedBy }),
  );
