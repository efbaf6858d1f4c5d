import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCsv, type CsvColumn } from './read-csv.ts';
import { writeCsv } from './write-csv.ts';

const COLUMNS: CsvColumn<'code' | 'maximumUses'>[] = [
  { name: 'code', isRequired: true },
  { name: 'maximumUses', also: ['max', 'maximum'] },
];
const read = (text: string, maxLines = 100) => readCsv(text, { columns: COLUMNS, maxLines });
const cellsOf = (text: string) => read(text).lines.map(({ cells }) => [cells.code, cells.maximumUses]);

test('commas, semicolons and tabs, quotes, a mark at the beginning and any end of line are read alike', () => {
  const expected = [
    ['A', '1'],
    ['B', ''],
  ];
  for (const text of [
    'code,maximumUses\nA,1\nB,\n',
    '\uFEFFCode;Maximum uses\r\nA;1\r\nB;\r\n',
    'CODE\tmaximum_uses\nA\t1\nB\t',
    '"code","MAXIMUM-USES"\n"A","1"\n\n  B  ,\n,\n',
    'max,code\n1,A\n,B',
  ])
    assert.deepEqual(cellsOf(text), expected, JSON.stringify(text));
});

test('quoted cells keep separators, quotes and line breaks, and lines are counted as they stand', () => {
  const { lines } = read('code,max\n"a,""b""\nc",1\n\nD,2');
  assert.deepEqual(
    lines.map(({ line, cells }) => [line, cells.code]),
    [
      [3, 'a,"b"\nc'],
      [5, 'D'],
    ],
  );
});

test('a fault of a list as a whole is told, with its place', () => {
  const wrong: [string, object[]][] = [
    ['', [{ problem: 'empty' }]],
    ['code,max\n', [{ problem: 'empty' }]],
    ['name,max\nA,1', [{ problem: 'missing_column', column: 'code' }]],
    ['code,Code,max\nA,B,1', [{ problem: 'double_column', column: 'code' }]],
    ['code,max\nA,1,2\nB,1,', [{ problem: 'too_many_cells', line: 2 }]],
    ['code,max\nA,1\n"B,1', [{ problem: 'broken_quotes', line: 3 }]],
    // The second row is not a part of what the first one has left open.
    ['code,max\nA,"1\nB,"2\nC,3', [{ problem: 'broken_quotes', line: 3 }]],
    ['code,max\r\n"A,1\r\n"B,2', [{ problem: 'broken_quotes', line: 3 }]],
    ['code,max\nA\0,1', [{ problem: 'not_text' }]],
    ['code,max\nCaf\uFFFD,1', [{ problem: 'not_text' }]],
    [`code,max\n${'a'.repeat(20_000)},1`, [{ problem: 'too_long', line: 2, limit: 10_000 }]],
    [`code${',x'.repeat(60)}\nA`, [{ problem: 'too_many_columns', limit: 50 }]],
  ];
  for (const [text, problems] of wrong) assert.deepEqual(read(text).problems, problems, text.slice(0, 40));
  assert.deepEqual(read('code\nA\nB\nC', 2).problems, [{ problem: 'too_many_lines', limit: 2 }]);
  assert.deepEqual(read('code,colour\nA,red').unused, ['colour']);
});

test('a written cell can’t be taken for a formula, and is read again as it was', () => {
  assert.equal(
    writeCsv(
      ['code', 'max'],
      [
        ['=1+1', -2],
        ['-A', null],
        ['@x', 3],
        ['a"b', '-3.5'],
      ],
    ),
    `code,max\r\n'=1+1,-2\r\n'-A,\r\n'@x,3\r\n"a""b",-3.5\r\n`,
  );
  const special = [
    ' =1+1',
    '\u200B=1',
    '\uFEFF@x',
    '＝1',
    '－1',
    '\tx',
    '\rx',
    'a\nb',
    'a\rb',
    'a;b',
    'a\tb',
    '-',
  ];
  assert.equal(
    writeCsv(['code'], [special]),
    `code\r\n' =1+1,'\u200B=1,'\uFEFF@x,'＝1,'－1,"'\tx","'\rx","a\nb","a\rb","a;b","a\tb",'-\r\n`,
  );
  const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      const kept = cells.filter((text) => text && !/^'[=+\-@]|[\0\uFFFD]/.test(text));
      fc.pre(kept.length > 0);
      const text = writeCsv(
        ['code'],
        kept.map((one) => [one]),
      );
      for (const line of text.split('\r\n').slice(1)) assert.doesNotMatch(line, /^"?[=+@]/);
      assert.deepEqual(
        read(text).lines.map(({ cells: { code } }) => code),
        kept,
      );
    }),
  );
});
