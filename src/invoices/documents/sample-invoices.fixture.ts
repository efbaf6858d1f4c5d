import type { Invoice, InvoiceLine, InvoiceRate, InvoiceTax, PostalAddress } from '../invoice.ts';

/** The tax in a price, a half up. */
const taxIn = (grossMinor: number, { basisPoints }: InvoiceRate): number =>
  Math.round((grossMinor * basisPoints) / (10_000 + basisPoints));

const line = (name: string, quantity: number, grossMinor: number, rate: InvoiceRate): InvoiceLine => ({
  name,
  quantity,
  rate,
  grossMinor,
  taxMinor: 0,
});

/** Lines with their sums. As orders are stamped: the tax is rounded once for each rate, and a line's is what it adds to that. */
function withSums(untaxed: InvoiceLine[]): Pick<Invoice, 'lines' | 'taxes' | 'grossMinor' | 'taxMinor'> {
  const taxes = new Map<string, InvoiceTax>();
  const lines = untaxed.map((one) => {
    const key = JSON.stringify(one.rate);
    const before = taxes.get(key) ?? { rate: one.rate, grossMinor: 0, taxMinor: 0 };
    const grossMinor = before.grossMinor + one.grossMinor;
    const taxMinor = taxIn(grossMinor, one.rate);
    taxes.set(key, { rate: one.rate, grossMinor, taxMinor });
    return { ...one, taxMinor: taxMinor - before.taxMinor };
  });
  const total = (of: (line: InvoiceLine) => number): number => lines.reduce((sum, one) => sum + of(one), 0);
  return {
    lines,
    taxes: [...taxes.values()],
    grossMinor: total((one) => one.grossMinor),
    taxMinor: total((one) => one.taxMinor),
  };
}

const address = (
  countryCode: string,
  postalCode: string,
  city: string,
  ...lines: string[]
): PostalAddress => ({
  lines,
  postalCode,
  city,
  region: '',
  countryCode,
});

export const STANDARD: InvoiceRate = { name: '', kind: 'standard', basisPoints: 1_900 };
export const REDUCED: InvoiceRate = { name: 'Ermäßigt', kind: 'reduced', basisPoints: 700 };
const EXEMPT: InvoiceRate = { name: '§ 4 Nr. 20 UStG', kind: 'exempt', basisPoints: 0 };
const ZERO: InvoiceRate = { name: 'Zero rate', kind: 'zero', basisPoints: 0 };
const NONE: InvoiceRate = { name: '', kind: 'none', basisPoints: 0 };

/** A German host, a French company, two rates. */
export const GERMAN: Invoice = {
  id: '01935c2e-0000-7000-8000-000000000001',
  kind: 'invoice',
  number: '2026-000042',
  issuedAt: new Date('2026-11-19T10:30:00Z'),
  issuedOn: '2026-11-19',
  suppliedOn: '2026-12-05',
  language: 'en',
  currency: 'EUR',
  country: 'GERMANY',
  seller: {
    name: 'Kulturhaus Rosenstraße gGmbH',
    address: address('DE', '10178', 'Berlin', 'Rosenstraße 12', 'Hinterhaus'),
    taxNumber: 'DE123456789',
    email: 'karten@kulturhaus.example',
  },
  buyer: {
    name: 'Amélie Dubois',
    company: 'Atelier du Pont SARL',
    address: address('FR', '75011', 'Paris', '14 rue de la Roquette'),
    taxNumber: 'FR12345678901',
    email: 'amelie@atelier.example',
    purchaseReference: 'PO 7781',
  },
  orderReference: 'TSR-8F3A-22C1-90BD-17E4',
  eventName: 'Winterreise: ein Liederabend',
  corrects: null,
  ...withSums([
    line('Parkett, Reihe 1 bis 8', 3, 13_500, REDUCED),
    line('Programmheft mit Widmung des Sängers und einem Gespräch über Schubert', 3, 2_997, STANDARD),
    line('Booking fee', 1, 1_050, STANDARD),
  ]),
  footer:
    'Kulturhaus Rosenstraße gGmbH · Amtsgericht Charlottenburg HRB 12345 B · Geschäftsführung: Jana Weiß\nIBAN DE02 1203 0000 0000 2020 51 · BIC BYLADEM1001',
};

export const GERMAN_CREDIT: Invoice = {
  ...GERMAN,
  id: '01935c2e-0000-7000-8000-000000000002',
  kind: 'credit_note',
  number: '2026-000043',
  corrects: { number: GERMAN.number, issuedOn: GERMAN.issuedOn },
  ...withSums([line('Parkett, Reihe 1 bis 8', 1, 4_500, REDUCED), line('Booking fee', 1, 350, STANDARD)]),
};

const GERMAN_EXEMPT: Invoice = {
  ...GERMAN,
  number: '2026-000044',
  ...withSums([line('Parkett', 2, 9_000, EXEMPT), line('Getränk', 2, 1_190, STANDARD)]),
};

const PORTUGUESE: Invoice = {
  ...GERMAN,
  number: '2026-000007',
  language: 'pt',
  country: 'PORTUGAL',
  seller: {
    name: 'Teatro da Ribeira, Lda.',
    address: address('PT', '4050-296', 'Porto', 'Rua das Flores 88'),
    taxNumber: 'PT501234567',
    email: 'bilheteira@ribeira.example',
  },
  buyer: { ...GERMAN.buyer, company: '', purchaseReference: '', taxNumber: '' },
  eventName: 'Noite de fado',
  ...withSums([line('Plateia', 2, 4_000, { name: '', kind: 'standard', basisPoints: 600 })]),
  footer: '',
};

const BRITISH: Invoice = {
  ...GERMAN,
  number: '2026-000311',
  currency: 'GBP',
  country: 'UNITED_KINGDOM',
  seller: {
    name: 'The Old Granary Theatre',
    address: address('GB', 'BS1 4UZ', 'Bristol', '32 Welsh Back'),
    taxNumber: 'GB123456789',
    email: '',
  },
  eventName: 'A Midsummer Night’s Dream',
  ...withSums([
    line('Stalls', 4, 16_000, { name: '', kind: 'standard', basisPoints: 2_000 }),
    line('Programme', 4, 2_000, ZERO),
  ]),
};

const FRENCH: Invoice = {
  ...GERMAN,
  number: '2026-001204',
  language: 'fr',
  country: 'FRANCE',
  seller: {
    name: 'Association Les Nuits de la Garonne',
    address: address('FR', '31000', 'Toulouse', '3 quai de la Daurade'),
    taxNumber: 'FR40303265045',
    email: 'billetterie@nuits.example',
  },
  eventName: 'Les Nuits de la Garonne',
  ...withSums([
    line('Plein tarif', 120, 360_000, { name: '', kind: 'standard', basisPoints: 550 }),
    line('Frais de réservation', 1, 12_000, { name: 'TVA normale', kind: 'standard', basisPoints: 2_000 }),
  ]),
};

/** No tax at all, and a tax number of its own country. */
const SWISS: Invoice = {
  ...GERMAN,
  number: '2026-000001',
  currency: 'CHF',
  country: 'SWITZERLAND',
  seller: {
    ...GERMAN.seller,
    name: 'Verein Seebühne',
    address: address('CH', '8001', 'Zürich', 'Seestrasse 1'),
    taxNumber: 'CHE-123.456.789',
  },
  ...withSums([line('Stehplatz', 2, 5_000, NONE)]),
};

/** The tax in 0.03 is nothing, and 19 % of 0.03 would be 0.01: prices that include their tax are a coin off now and then. */
const A_COIN_OFF: Invoice = {
  ...GERMAN,
  number: '2026-000045',
  ...withSums([line('Garderobe', 1, 3, STANDARD)]),
};

/** Letters that XML has signs for, and some that it has none for. */
const SIGNS: Invoice = {
  ...GERMAN,
  number: '2026-000046',
  eventName: '<Rock & Roll> "live"\u0000\u{FFFE} ]]> \uD800',
  buyer: { ...GERMAN.buyer, company: 'Müller & Söhne <KG>', name: '' },
  ...withSums([line('A & B', 7, 10_000, REDUCED), line('夜 🎉', 1, 0, REDUCED)]),
};

/** An EN 16931 invoice can be made of each. */
export const EUROPEAN = {
  GERMAN,
  GERMAN_CREDIT,
  GERMAN_EXEMPT,
  PORTUGUESE,
  BRITISH,
  FRENCH,
  SWISS,
  A_COIN_OFF,
  SIGNS,
};

/** Three decimals. */
export const KUWAITI: Invoice = {
  ...GERMAN,
  number: '2026-000009',
  currency: 'KWD',
  country: 'KUWAIT',
  seller: {
    name: 'Gulf Stage Co.',
    address: address('KW', '13001', 'Kuwait City', 'Al Soor Street'),
    taxNumber: '',
    email: 'box@gulf.example',
  },
  buyer: { ...GERMAN.buyer, company: '', address: null, taxNumber: '', purchaseReference: '' },
  ...withSums([line('Balcony', 2, 25_500, NONE), line('Parking', 1, 1_750, NONE)]),
};

/** No decimals. */
const JAPANESE: Invoice = {
  ...GERMAN,
  number: '2026-000120',
  currency: 'JPY',
  country: 'JAPAN',
  seller: {
    name: 'Sumida Hall K.K.',
    address: address('JP', '130-0015', 'Tokyo', '1-2-3 Yokoami, Sumida-ku'),
    taxNumber: 'T1234567890123',
    email: '',
  },
  ...withSums([
    line('S seat', 2, 22_000, { name: '', kind: 'standard', basisPoints: 1_000 }),
    line('Bento', 2, 3_240, { name: 'Reduced', kind: 'reduced', basisPoints: 800 }),
  ]),
};

const NIGERIAN: Invoice = {
  ...GERMAN,
  number: '2026-002210',
  currency: 'NGN',
  country: 'NIGERIA',
  seller: {
    name: 'Ọṣun Arts Limited',
    address: { ...address('NG', '230001', 'Osogbo', '12 Adéọlá Street'), region: 'Osun' },
    taxNumber: '12345678-0001',
    email: 'hello@osun.example',
  },
  buyer: {
    ...GERMAN.buyer,
    name: 'Bímbọ́ Adéṣínà',
    company: '',
    address: null,
    taxNumber: '',
    purchaseReference: '',
  },
  eventName: 'Ọṣun Night',
  ...withSums([line('Table for ten', 12, 123_456_789_000, { name: '', kind: 'standard', basisPoints: 750 })]),
};

/** Every word as long as hosts may make it, and more lines than a page has. */
const LONG: Invoice = {
  ...FRENCH,
  number: '2026-999999',
  seller: {
    ...FRENCH.seller,
    name: 'Association pour la promotion des musiques anciennes et nouvelles '.repeat(3),
  },
  buyer: {
    ...FRENCH.buyer,
    company: 'W'.repeat(200),
    name: 'Donaudampfschifffahrtsgesellschaft '.repeat(6),
    purchaseReference: '7'.repeat(80),
  },
  eventName: 'Un très long titre de spectacle '.repeat(6),
  ...withSums(
    Array.from({ length: 75 }, (_, index) =>
      line(
        `Catégorie ${index + 1}${' avec un nom plutôt long'.repeat(index % 4)}`,
        (index % 5) + 1,
        100_000 * (index + 1),
        index % 3 === 0
          ? { name: 'TVA normale', kind: 'standard', basisPoints: 2_000 }
          : { name: '', kind: 'standard', basisPoints: 550 },
      ),
    ),
  ),
  footer: 'Une ligne de pied de page assez longue pour en remplir plusieurs. '.repeat(14),
};

/** Some lines are taxed and others have nothing to do with tax. */
const MIXED: Invoice = {
  ...GERMAN,
  number: '2026-000050',
  ...withSums([line('Konzert', 1, 2_000, REDUCED), line('Spende', 1, 1_000, NONE)]),
};

/** These are printed, and are no EN 16931 invoices. */
export const OTHERS = { KUWAITI, JAPANESE_PRIVATE: { ...JAPANESE, buyer: KUWAITI.buyer }, NIGERIAN, MIXED };

export const SAMPLES: Record<string, Invoice> = { ...EUROPEAN, ...OTHERS, JAPANESE, LONG };
