import { decimalsOf, partInMajorUnits, toMajorUnits } from '../../../values/major-units.ts';
import type { Invoice, InvoiceLine, PostalAddress } from '../../invoice.ts';
import { textsIn as invoiceTextsIn } from '../texts/texts.ts';
import { categoryOf, sumByCategory, type VatSum } from './vat-categories.ts';
import { element, type Element } from './xml-element.ts';

const UNECE = 'urn:un:unece:uncefact:data:standard';
const NAMESPACES = {
  'xmlns:rsm': `${UNECE}:CrossIndustryInvoice:100`,
  'xmlns:ram': `${UNECE}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:udt': `${UNECE}:UnqualifiedDataType:100`,
  'xmlns:qdt': `${UNECE}:QualifiedDataType:100`,
};
const GUIDELINE = 'urn:cen.eu:en16931:2017';
// UNTDID 1001.
const TYPE_CODES = { invoice: '380', credit_note: '381' };
// UN/ECE recommendation 20: one.
const PIECE = 'C62';
// As many as give the line's sum again, times any quantity that an order may have.
const PRICE_DECIMALS = 8;
const AS_DAY = { format: '102' };

/** The invoice as UN/CEFACT Cross Industry Invoice D16B, by EN 16931. Its elements stand in the order of the schema. */
export function writeCii(invoice: Invoice): string {
  const { kind, number, issuedOn } = invoice;
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', GUIDELINE)]),
      ]),
      element('rsm:ExchangedDocument', [
        element('ram:ID', number),
        element('ram:TypeCode', TYPE_CODES[kind]),
        element('ram:IssueDateTime', [writeDay('udt', issuedOn)]),
        ...notesOf(invoice).map((note) => element('ram:IncludedNote', [element('ram:Content', note)])),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map((line, index) => writeLine(invoice, line, index + 1)),
        writeAgreement(invoice),
        element('ram:ApplicableHeaderTradeDelivery', [
          element('ram:ActualDeliverySupplyChainEvent', [
            element('ram:OccurrenceDateTime', [writeDay('udt', invoice.suppliedOn)]),
          ]),
        ]),
        writeSettlement(invoice),
      ]),
    ],
    NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

const notesOf = ({ eventName, footer }: Invoice): string[] => [eventName, footer];

const writeDay = (prefix: 'udt' | 'qdt', day: string): Element =>
  element(`${prefix}:DateTimeString`, day.replaceAll('-', ''), AS_DAY);

const amountOf = ({ currency }: Pick<Invoice, 'currency'>, minor: number): string =>
  toMajorUnits(minor, decimalsOf(currency));

function writeLine(invoice: Invoice, line: InvoiceLine, position: number): Element {
  const { name, quantity, rate, grossMinor, taxMinor } = line;
  const netMinor = grossMinor - taxMinor;
  const decimals = decimalsOf(invoice.currency);
  const each = partInMajorUnits(netMinor, { parts: quantity, decimals, further: PRICE_DECIMALS - decimals });
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(position))]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', name)]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', each)]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [
      element('ram:BilledQuantity', String(quantity), { unitCode: PIECE }),
    ]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', categoryOf(rate)),
        writePercent(categoryOf(rate), rate.basisPoints),
      ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', amountOf(invoice, netMinor)),
      ]),
    ]),
  ]);
}

/** Outside of the scope of VAT there is no rate, not even 0. */
const writePercent = (category: VatSum['category'], basisPoints: number): Element =>
  category === 'O' ? '' : element('ram:RateApplicablePercent', (basisPoints / 100).toFixed(2));

function writeAgreement(invoice: Invoice): Element {
  const { buyer, orderReference } = invoice;
  return element('ram:ApplicableHeaderTradeAgreement', [
    // It may be an order or a cost centre: readers look in one place or the other.
    element('ram:BuyerReference', buyer.purchaseReference),
    writeSeller(invoice),
    writeBuyer(invoice),
    element('ram:SellerOrderReferencedDocument', [element('ram:IssuerAssignedID', orderReference)]),
    element('ram:BuyerOrderReferencedDocument', [element('ram:IssuerAssignedID', buyer.purchaseReference)]),
  ]);
}

/** Such an invoice may have no VAT number: rules BR-O-02 to BR-O-04. */
const isUntaxed = ({ taxes }: Invoice): boolean => taxes.every(({ rate }) => rate.kind === 'none');

// Numbers of these countries begin with other letters than those of ISO 3166.
const VAT_LETTERS: Record<string, string> = { GR: 'EL' };

/** A number that begins with the letters of its country. Others are known to the country's tax office alone. */
const isVatNumber = (number: string, address: PostalAddress | null): boolean =>
  address !== null &&
  /^[A-Z]{2}[A-Z0-9+*]{2,}$/.test(number) &&
  number.startsWith(VAT_LETTERS[address.countryCode] ?? address.countryCode);

function writeSeller(invoice: Invoice): Element {
  const { name, address, taxNumber, email } = invoice.seller;
  const isVat = isVatNumber(taxNumber, address) && !isUntaxed(invoice);
  return element('ram:SellerTradeParty', [
    element('ram:ID', isVat ? '' : taxNumber),
    element('ram:Name', name),
    writeAddress(address),
    writeEmail(email),
    element('ram:SpecifiedTaxRegistration', [
      isUntaxed(invoice) ? '' : element('ram:ID', taxNumber, { schemeID: isVat ? 'VA' : 'FC' }),
    ]),
  ]);
}

/** A company with the person who bought, or the person alone. */
function writeBuyer(invoice: Invoice): Element {
  const { name, company, address, taxNumber, email } = invoice.buyer;
  const isVat = isVatNumber(taxNumber, address) && !isUntaxed(invoice);
  return element('ram:BuyerTradeParty', [
    element('ram:ID', isVat ? '' : taxNumber),
    element('ram:Name', company === '' ? name : company),
    element('ram:DefinedTradeContact', [element('ram:PersonName', company === '' ? '' : name)]),
    writeAddress(address),
    writeEmail(email),
    element('ram:SpecifiedTaxRegistration', [isVat ? element('ram:ID', taxNumber, { schemeID: 'VA' }) : '']),
  ]);
}

function writeAddress(address: PostalAddress | null): Element {
  if (!address) return '';
  const [one = '', two = '', ...others] = address.lines;
  return element('ram:PostalTradeAddress', [
    element('ram:PostcodeCode', address.postalCode),
    element('ram:LineOne', one),
    element('ram:LineTwo', two),
    element('ram:LineThree', others.join(', ')),
    element('ram:CityName', address.city),
    element('ram:CountryID', address.countryCode),
    element('ram:CountrySubDivisionName', address.region),
  ]);
}

const writeEmail = (email: string): Element =>
  element('ram:URIUniversalCommunication', [element('ram:URIID', email, { schemeID: 'EM' })]);

function writeSettlement(invoice: Invoice): Element {
  const { currency, grossMinor, taxMinor, corrects } = invoice;
  const net = amountOf(invoice, grossMinor - taxMinor);
  const gross = amountOf(invoice, grossMinor);
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:InvoiceCurrencyCode', currency),
    ...sumByCategory(invoice).map((sum) => writeTax(invoice, sum)),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', net),
      element('ram:TaxBasisTotalAmount', net),
      element('ram:TaxTotalAmount', amountOf(invoice, taxMinor), { currencyID: currency }),
      element('ram:GrandTotalAmount', gross),
      // Orders are paid before they are invoiced, and what goes back goes by itself: nothing is left to pay.
      element('ram:TotalPrepaidAmount', gross),
      element('ram:DuePayableAmount', amountOf(invoice, 0)),
    ]),
    element('ram:InvoiceReferencedDocument', corrects ? writeCorrected(corrects) : []),
  ]);
}

const writeCorrected = ({ number, issuedOn }: { number: string; issuedOn: string }): Element[] => [
  element('ram:IssuerAssignedID', number),
  element('ram:FormattedIssueDateTime', [writeDay('qdt', issuedOn)]),
];

function writeTax(invoice: Invoice, sum: VatSum): Element {
  const { category, basisPoints, netMinor, taxMinor, names } = sum;
  const texts = invoiceTextsIn(invoice.language);
  const reason = {
    S: '',
    Z: '',
    E: names.length > 0 ? texts.exempt(names.join(', ')) : texts.isExempt,
    O: 'Not subject to VAT',
  }[category];
  return element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', amountOf(invoice, taxMinor)),
    element('ram:TypeCode', 'VAT'),
    element('ram:ExemptionReason', reason),
    element('ram:BasisAmount', amountOf(invoice, netMinor)),
    element('ram:CategoryCode', category),
    element('ram:ExemptionReasonCode', category === 'O' ? 'VATEX-EU-O' : ''),
    writePercent(category, basisPoints),
  ]);
}
