import type { Cell } from '../../csv/write-csv.ts';
import { hasPercentage } from '../../rules/taxes.ts';
import { decimalsOf, toMajorUnits } from '../../values/major-units.ts';
import type { Invoice, InvoiceRate } from '../invoice.ts';

export const INVOICE_COLUMNS = [
  'number',
  'kind',
  'issued on',
  'supplied on',
  'order',
  'event',
  'buyer',
  'company',
  'e-mail',
  'country',
  'tax number',
  'reference',
  'rate',
  'rate in percent',
  'net',
  'tax',
  'gross',
  'currency',
  'corrects',
];

// So many invoices make some ten kilobytes of text.
const INVOICES_AT_ONCE = 100;

/** A line for each rate of each invoice. Amounts of credit notes are negative, so that columns add up. */
export async function* invoiceLines(
  invoices: AsyncIterable<Invoice>,
): AsyncGenerator<Cell[][], void, undefined> {
  let lines: Cell[][] = [];
  let count = 0;
  for await (const invoice of invoices) {
    lines.push(...linesOf(invoice));
    count += 1;
    if (count % INVOICES_AT_ONCE > 0) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function linesOf(invoice: Invoice): Cell[][] {
  const { buyer, currency, kind } = invoice;
  const decimals = decimalsOf(currency);
  const amount = (minor: number): string => {
    const written = toMajorUnits(minor, decimals);
    return kind === 'credit_note' && minor > 0 ? `-${written}` : written;
  };
  return invoice.taxes.map(({ rate, grossMinor, taxMinor }) => [
    invoice.number,
    kind === 'invoice' ? 'invoice' : 'credit note',
    invoice.issuedOn,
    invoice.suppliedOn,
    invoice.orderReference,
    invoice.eventName,
    buyer.name,
    buyer.company,
    buyer.email,
    buyer.address?.countryCode ?? '',
    buyer.taxNumber,
    buyer.purchaseReference,
    nameRate(rate),
    hasPercentageOf(rate) ? rate.basisPoints / 100 : null,
    amount(grossMinor - taxMinor),
    amount(taxMinor),
    amount(grossMinor),
    currency,
    invoice.corrects?.number ?? '',
  ]);
}

const hasPercentageOf = ({ kind }: InvoiceRate): boolean => kind !== 'none' && hasPercentage(kind);

/** A rate without percentage by its kind too: accounts tell them apart. */
function nameRate({ name, kind }: InvoiceRate): string {
  if (kind === 'none') return '';
  if (hasPercentage(kind)) return name === '' ? 'VAT' : name;
  return name === '' ? kind : `${name} (${kind})`;
}
