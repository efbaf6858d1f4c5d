import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { storedOrder } from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { codeOfReference, codesIn, codesNamedIn, plainPurpose } from '../../rules/bank-transfer.ts';
import { decodeText } from '../../values/decode-text.ts';
import { decimalsOf, toMajorUnits } from '../../values/major-units.ts';
import { readAmount } from '../../values/read-amount.ts';
import { readDay } from '../../values/read-day.ts';
import { newOrderReference } from '../order-reference.ts';
import { takeTransfers, waiting } from './bank-transfer.fixture.ts';
import { confirmStatement } from './confirm-statement.ts';
import { markTransferPaid } from './mark-paid.ts';
import { matchStatement } from './match-statement.ts';
import { readStatement } from './read-statement.ts';

describe('an amount as banks write it', () => {
  const CASES: [string, string, number | null][] = [
    ['1234.56', 'EUR', 123_456],
    ['1234,56', 'EUR', 123_456],
    ['1.234,56', 'EUR', 123_456],
    ['1,234.56', 'EUR', 123_456],
    ['1 234,56 €', 'EUR', 123_456],
    ['1’234.56', 'CHF', 123_456],
    ['₦15,000.00', 'NGN', 1_500_000],
    ['15,000', 'NGN', 1_500_000],
    ['1.000', 'EUR', 100_000],
    ['1.000', 'KWD', 1_000],
    ['12,5', 'EUR', 1_250],
    ['12,50-', 'EUR', -1_250],
    ['(12.50)', 'EUR', -1_250],
    ['12.50 DR', 'EUR', -1_250],
    ['12,50 S', 'EUR', -1_250],
    ['12,50 H', 'EUR', 1_250],
    ['+12.50', 'EUR', 1_250],
    ['1,00,000.00', 'INR', 10_000_000],
    ['1000', 'JPY', 1_000],
    ['1000.00', 'JPY', 1_000],
    ['10.50', 'JPY', null],
    ['1,2,3', 'EUR', null],
    ['1E+05', 'EUR', null],
    ['10-50', 'EUR', null],
    ['10 EUR 50', 'EUR', null],
    ['1.234.56', 'EUR', null],
    ['', 'EUR', null],
    ['twelve', 'EUR', null],
  ];
  for (const [written, currency, expected] of CASES)
    test(`${written} of ${currency} is ${expected}`, () =>
      assert.equal(readAmount(written, currency), expected));

  test('an amount is the same however a bank writes thousands and decimals', () => {
    const locales = ['en', 'de', 'fr', 'es', 'pt', 'it', 'de-CH', 'en-IN'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        fc.constantFrom('EUR', 'NGN', 'JPY', 'KWD', 'GBP'),
        fc.constantFrom(...locales),
        fc.boolean(),
        (minor, currency, locale, isGrouped) => {
          const decimals = decimalsOf(currency);
          const written = new Intl.NumberFormat(locale, {
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
            useGrouping: isGrouped,
          }).format(toMajorUnits(minor, decimals) as `${number}`);
          // Three digits behind one separator are decimals there.
          if (decimals === 0 || currency === 'KWD') return;
          assert.equal(readAmount(written, currency), minor, `${written} ${currency}`);
        },
      ),
    );
  });
});

test('a reference is found without hyphens, spaces or case, in longer purposes, and misread', () => {
  const noise = fc.string({
    unit: fc.constantFrom('a', 'b', 'z', '0', '1', '8', ' ', '-', '/', '.', ':', 'ä', 'ß'),
    maxLength: 40,
  });
  fc.assert(
    fc.property(noise, noise, fc.integer({ min: 0, max: 3 }), (ahead, behind, way) => {
      const reference = newOrderReference();
      const written = [
        reference,
        reference.toLowerCase(),
        reference.replaceAll('-', ''),
        reference.replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l'),
      ][way];
      const purpose = plainPurpose(`${ahead} ${written} ${behind}`);
      assert.ok([...codesIn(purpose)].includes(codeOfReference(reference)), written);
      assert.ok(codesNamedIn(purpose).includes(codeOfReference(reference)));
    }),
  );
});

test('days are read with the day first, but where it can only be the month', () => {
  const iso = (written: string) => readDay(written)?.toISOString().slice(0, 10);
  assert.equal(iso('2026-11-05'), '2026-11-05');
  assert.equal(iso('05.11.2026'), '2026-11-05');
  assert.equal(iso('05/11/26'), '2026-11-05');
  assert.equal(iso('11/25/2026'), '2026-11-25');
  assert.equal(readDay('31.02.2026'), null);
  assert.equal(readDay('yesterday'), null);
});

test('files are read in several encodings', () => {
  const text = 'Überweisung;Betrag\n';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  assert.equal(decodeText(Buffer.from(text)), text);
  assert.equal(decodeText(Buffer.from(text, 'latin1')), text);
  assert.equal(decodeText(utf16).replace('\uFEFF', ''), text);
});

describe('a bank statement', () => {
  let on: TestApp;
  let host: TestHost;
  let slug: string;
  let sku: string;

  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    await takeTransfers(on, host);
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 500, priceMinor: 1_000_000 }] });
    slug = event.slug;
    sku = event.skus[0] ?? '';
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const order = () => waiting(on, { slug, sku });
  const major = (minor: number): string => toMajorUnits(minor, 2);
  const match = (csv: string) =>
    matchStatement(on.app.database, { hostId: host.hostId, eventIds: null }, readStatement(csv));
  const confirm = (csv: string, lines: number[]) =>
    on.app.database.transaction((tx) =>
      confirmStatement(tx, {
        hostId: host.hostId,
        eventIds: null,
        actor: OPERATOR,
        statement: readStatement(csv),
        lines,
      }),
    );
  const paymentsOf = async (orderId: string): Promise<number> => {
    const { rowCount } = await on.app.database.query('SELECT 1 FROM payments WHERE order_id = $1', [orderId]);
    return rowCount ?? 0;
  };

  test('says of each line what matches and what differs', async () => {
    const [fits, under, over, foreign, paid] = [
      await order(),
      await order(),
      await order(),
      await order(),
      await order(),
    ];
    await on.app.database.transaction((tx) =>
      markTransferPaid(tx, { orderId: paid.orderId, actor: OPERATOR }),
    );
    const csv = [
      'First Bank;;;;',
      'Account 0123456789;;;;',
      'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung',
      `19.11.2026;Ada Obi;"Tickets ${fits.reference.toLowerCase().replaceAll('-', ' ')} thanks";${major(fits.total).replace('.', ',')};NGN`,
      `19.11.2026;Ada Obi;${under.reference};${major(under.total - 1)};NGN`,
      `19.11.2026;Ada Obi;${over.reference};${major(over.total + 1)};NGN`,
      `19.11.2026;Ada Obi;${foreign.reference};${major(foreign.total)};GHS`,
      `19.11.2026;Ada Obi;${paid.reference};${major(paid.total)};NGN`,
      `19.11.2026;Ada Obi;${newOrderReference()};1,00;NGN`,
      `19.11.2026;Ada Obi;Rent;-500,00;NGN`,
      `19.11.2026;Ada Obi;${fits.reference};${major(fits.total)};NGN`,
    ].join('\r\n');
    const { matched, others } = await match(csv);
    assert.deepEqual(
      matched.map(({ line, match: how }) => [line.line, how]),
      [
        [4, 'fits'],
        [5, 'under'],
        [6, 'over'],
        [7, 'other_currency'],
        [8, 'already_paid'],
        [9, 'unknown_reference'],
        [11, 'already_paid'],
      ],
    );
    assert.equal(others, 1);
    assert.deepEqual(await confirm(csv, [4, 5, 6, 7, 8, 9, 11]), { paid: 2, leftOut: 5 });
    assert.equal((await storedOrder(on, fits.reference)).status, 'confirmed');
    assert.equal((await storedOrder(on, over.reference)).status, 'confirmed');
    assert.equal((await storedOrder(on, under.reference)).status, 'pending_payment');
    const { rows } = await on.app.database.query(
      'SELECT amount_minor, reason FROM refunds WHERE order_id = $1',
      [over.orderId],
    );
    assert.deepEqual(rows, [{ amount_minor: 1, reason: 'surplus' }]);
  });

  test('uploaded twice, and by two members at once, pays once', async () => {
    const orders = [await order(), await order()];
    const csv = [
      'date,reference,amount',
      ...orders.map(({ reference, total }) => `2026-11-19,${reference},${major(total)}`),
    ].join('\n');
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => confirm(csv, [2, 3])));
    assert.equal(
      outcomes.reduce((sum, { paid }) => sum + paid, 0),
      2,
    );
    assert.deepEqual(await confirm(csv, [2, 3]), { paid: 0, leftOut: 2 });
    for (const { orderId } of orders) assert.equal(await paymentsOf(orderId), 1);
    assert.deepEqual(
      (await match(csv)).matched.map(({ match: how }) => how),
      ['taken_before', 'taken_before'],
    );
  });

  test('says that its columns are not known, and takes those that a member chooses', async () => {
    const { reference, total } = await order();
    const csv = `wann\twas\twieviel\n2026-11-19\t${reference}\t${major(total)}`;
    assert.equal(readStatement(csv).problem, 'no_columns');
    const statement = readStatement(csv, { purpose: 1, amount: 2 });
    const { matched } = await matchStatement(
      on.app.database,
      { hostId: host.hostId, eventIds: null },
      statement,
    );
    assert.deepEqual(
      matched.map(({ match: how }) => how),
      ['fits'],
    );
  });

  test('of another host, or for a member of other events, finds nothing', async () => {
    const { reference, total } = await order();
    const csv = `reference,amount\n${reference},${major(total)}`;
    const other = await makeHost(on);
    for (const whose of [
      { hostId: other.hostId, eventIds: null },
      { hostId: host.hostId, eventIds: [] },
    ]) {
      const { matched } = await matchStatement(on.app.database, whose, readStatement(csv));
      assert.deepEqual(
        matched.map(({ match: how }) => how),
        ['unknown_reference'],
      );
    }
  });

  test('of crafted lines pays for what they name and nothing else', async () => {
    const [one, other, third] = [await order(), await order(), await order()];
    const elsewhere = await makeHost(on);
    await takeTransfers(on, elsewhere);
    const event = await makeEvent(on, elsewhere, { ticketTypes: [{ capacity: 5, priceMinor: 1_000_000 }] });
    const foreign = await waiting(on, { slug: event.slug, sku: event.skus[0] });
    const csv = [
      'date,payer,reference,amount',
      `2026-11-19,Eve,${one.reference} ${other.reference},${major(one.total + other.total)}`,
      `2026-11-19,Eve,${foreign.reference},${major(foreign.total)}`,
      `2026-11-19,Eve,XX${foreign.reference}YY also ${third.reference.replaceAll('-', '')}99,${major(third.total)}`,
      `2026-11-19,"=HYPERLINK(""https://evil.example"")",=1+1 ${one.reference},${major(one.total - 1)}`,
      `2026-11-19,Eve,${one.reference.slice(0, -1)},${major(one.total)}`,
      `2026-11-19,Eve,${one.reference},"1e9"`,
      `2026-11-19,Eve,${one.reference},-${major(one.total)}`,
      `${new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)},Eve,${other.reference},${major(other.total)}`,
    ].join('\n');
    const { matched } = await match(csv);
    assert.deepEqual(
      matched.map(({ line, match: how }) => [line.line, how]),
      [
        [2, 'ambiguous'],
        [3, 'unknown_reference'],
        [4, 'fits'],
        [5, 'under'],
        [7, 'unreadable_amount'],
        [9, 'fits'],
      ],
    );
    assert.deepEqual(await confirm(csv, [2, 3, 4, 5, 6, 7, 8, 9]), { paid: 2, leftOut: 6 });
    assert.deepEqual(
      [await paymentsOf(one.orderId), await paymentsOf(foreign.orderId), await paymentsOf(third.orderId)],
      [0, 0, 1],
    );
    const { rows } = await on.app.database.query<{ isPast: boolean }>(
      'SELECT paid_at <= now() AS "isPast" FROM payments WHERE order_id = $1',
      [other.orderId],
    );
    assert.deepEqual(rows, [{ isPast: true }], 'a day that is to come was misread');
  });

  test('that names no currency has that of the account, also once the host has changed it', async () => {
    const { reference, total } = await order();
    const lines = (text: string) => match(text).then(({ matched }) => matched.map(({ match: how }) => how));
    const plain = `reference,amount\n${reference},${major(total)}`;
    const named = `reference,amount,currency\n${reference},${major(total)},NGN`;
    assert.deepEqual([await lines(plain), await lines(named)], [['fits'], ['fits']]);
    await takeTransfers(on, host, { currency: 'GHS' });
    assert.deepEqual([await lines(plain), await lines(named)], [['other_currency'], ['fits']]);
    await takeTransfers(on, host, { currency: 'NGN' });
  });

  test('of a hundred thousand lines, or with a gigantic cell, is refused in words', () => {
    const line = `2026-11-19,${newOrderReference()},12.50\n`;
    assert.equal(readStatement(`date,reference,amount\n${line.repeat(60_000)}`).problem, 'too_long');
    assert.equal(
      readStatement(`date,reference,amount\n"${'x'.repeat(2_000_000)}",1,2`).problem,
      'unreadable',
    );
    assert.equal(readStatement(`date,reference,amount\n"${'x'.repeat(2_000_000)}`).problem, 'unreadable');
  });

  test('of any content is read or refused, and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        readStatement(text);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { maxLength: 6 }), { maxLength: 10 }), (rows) => {
        const text = rows
          .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
          .join('\n');
        readStatement(`amount;reference\n${text}`);
      }),
    );
  });
});
