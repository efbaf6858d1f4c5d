import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewCsv, type CellProblem } from '../../../../csv/preview-csv.ts';
import { readCsv } from '../../../../csv/read-csv.ts';
import { sumUpCheck } from './sum-up-check.ts';

const COLUMNS = [{ name: 'e-mail', isRequired: true }, { name: 'name' }] as const;
const NAMES = ['e-mail', 'name'] as const;
const remark = (line: number): CellProblem<'e-mail'> => ({
  line,
  column: 'e-mail',
  problem: 'any',
  value: '',
});

/** The verdict on a text with errors and doubts in these lines. */
function check(text: string, { errors = [], doubts = [] }: { errors?: number[]; doubts?: number[] } = {}) {
  const read = readCsv(text, { columns: COLUMNS, maxLines: 3 });
  const preview = previewCsv(read, NAMES, errors.map(remark), doubts.map(remark));
  const { tone, text: said } = sumUpCheck(preview, {
    fine: (lines) => `${lines} fine`,
    doubtful: ({ lines, doubtful }) => `${lines} can be saved, ${doubtful} to check`,
    problems: (number) => `fix ${number}`,
    list: ({ problem }) => problem,
  });
  return [tone, said, preview.lines.map(({ line }) => line)];
}

test('a list is fine, or can be saved after a look, or must be fixed: it is never two of them', () => {
  const list = 'e-mail,name\na@b.example,A\nb@b.example,B\n';
  assert.deepEqual(check(list), ['good', '2 fine', [2, 3]]);
  assert.deepEqual(check(list, { doubts: [3] }), ['warn', '2 can be saved, 1 to check', [2, 3]]);
  assert.deepEqual(check(list, { errors: [2, 2] }), ['bad', 'fix 2', [2, 3]]);
  assert.deepEqual(check(list, { errors: [2], doubts: [3] }), ['bad', 'fix 1', [2, 3]]);
});

test('a line with too many cells is one of the errors, and a list that can’t be read has no others', () => {
  assert.deepEqual(check('e-mail\na@b.example,A\nb@b.example\n', { errors: [3] }), ['bad', 'fix 2', [2, 3]]);
  assert.deepEqual(check('name\nA\n'), ['bad', 'missing_column', []]);
  assert.deepEqual(check('e-mail\n"a@b.example\nb@b.example\n'), ['bad', 'broken_quotes', []]);
  assert.deepEqual(check('e-mail\na\nb\nc\nd\n'), ['bad', 'too_many_lines', []]);
});
