import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taxColumns } from './tax-columns.ts';

const headings = (...rates: Parameters<typeof taxColumns>[0]): string[] =>
  taxColumns(rates).columns.filter((column) => column.endsWith(': tax'));

test('rates that read the same have headings of their own, as spreadsheets want them', () => {
  const usual = { name: '', kind: 'standard', basisPoints: 1_900 } as const;
  assert.deepEqual(headings(usual, { name: 'VAT', kind: 'standard', basisPoints: 1_900 }), [
    'VAT 19 % (usual): tax',
    'VAT 19 % (standard): tax',
  ]);
  assert.deepEqual(
    headings(
      usual,
      { name: 'VAT', kind: 'reduced', basisPoints: 700 },
      { name: 'Books', kind: 'standard', basisPoints: 700 },
      { name: 'Books', kind: 'reduced', basisPoints: 700 },
    ),
    ['VAT 19 %: tax', 'VAT 7 %: tax', 'Books 7 % (standard): tax', 'Books 7 % (reduced): tax'],
  );
});
