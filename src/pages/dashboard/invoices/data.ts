import type { Queryable } from '../../../db/database.ts';
import type { Reader } from '../access/reader-language.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import {
  listInvoices,
  sumInvoices,
  type InvoiceSum,
  type ListedInvoice,
} from '../../../invoices/list-invoices.ts';
import { countVersions } from '../../../invoices/settings/change-invoice-settings.ts';
import {
  readInvoiceSettings,
  type InvoiceSettings,
} from '../../../invoices/settings/read-invoice-settings.ts';
import { COUNTRIES, localeOf } from '../../../money/countries.ts';

/** A host's invoices, and how it makes them. Dates are days of its time zone. */
export type InvoicesView = {
  settings: InvoiceSettings & { version: number };
  /** As it stands on invoices, from the settings of the host. */
  seller: { name: string; taxNumber: string | null; region: string };
  timezones: string[];
  locale: string;
  invoices: ListedInvoice[];
  nextCursor: string | null;
  sums: InvoiceSum[];
  query: { from: string; to: string };
};

export async function loadInvoices(
  database: Queryable,
  { hostId, country, language }: Pick<Reader, 'hostId' | 'country' | 'language'>,
  asked: { from: string; to: string; cursor: string },
): Promise<InvoicesView> {
  const days = { hostId, from: asked.from || null, to: asked.to || null };
  const [settings, version, host, listed, sums] = await Promise.all([
    readInvoiceSettings(database, { hostId }),
    countVersions(database, hostId),
    readSettings(database, hostId),
    listInvoices(database, { ...days, cursor: asked.cursor || null }),
    sumInvoices(database, days),
  ]);
  const { region, timezone, timezones } = COUNTRIES[country];
  return {
    settings: { ...(settings ?? firstSettings(timezone)), version },
    seller: { name: host.sellerName ?? host.name, taxNumber: host.taxNumber, region },
    timezones: [...new Set([settings?.timezone ?? timezone, ...timezones])],
    locale: localeOf(language, country),
    ...listed,
    sums,
    query: { from: asked.from, to: asked.to },
  };
}

/** Of a host that has none yet. */
const firstSettings = (timezone: string): InvoiceSettings => ({
  forOrders: 'none',
  prefix: '',
  addressLines: [],
  postalCode: '',
  city: '',
  region: '',
  timezone,
  footer: '',
  hasFacturX: false,
  keptYears: 10,
});
