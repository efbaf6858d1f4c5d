import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryLog, ShownDelivery } from './data.ts';
import { mergeLog } from './merge-log.ts';

const log = (
  ids: string,
  nextCursor: string | null,
  status: ShownDelivery['status'] = 'pending',
): DeliveryLog => ({
  deliveries: ids.split('').map((deliveryId) => ({ deliveryId, status }) as ShownDelivery),
  nextCursor,
  pending: 0,
  receivers: [],
});
const read = ({ deliveries, nextCursor }: DeliveryLog) => [
  deliveries.map(({ deliveryId, status }) => deliveryId + (status === 'pending' ? '' : '+')).join(''),
  nextCursor,
];

test('new deliveries come in front, changed ones are replaced, and what was loaded after them stays', () => {
  assert.deepEqual(read(mergeLog(log('fedcba', null), log('hgf', 'f', 'delivered'))), ['h+g+f+edcba', null]);
  assert.deepEqual(read(mergeLog(log('fedc', 'c'), log('gfe', 'e', 'delivered'))), ['g+f+e+dc', 'c']);
});

test('an entry that no longer fits the filter is gone', () => {
  assert.deepEqual(read(mergeLog(log('fedc', 'c'), log('fd', 'd', 'delivered'))), ['f+d+c', 'c']);
  assert.deepEqual(read(mergeLog(log('fed', null), log('f', null, 'delivered'))), ['f+', null]);
  assert.deepEqual(read(mergeLog(log('fed', null), log('', null))), ['', null]);
});

test('more has come than a page holds: what was there before is left out, since something is missing in between', () => {
  assert.deepEqual(read(mergeLog(log('cba', null), log('zyx', 'x'))), ['zyx', 'x']);
});
