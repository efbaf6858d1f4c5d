import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/test-database.ts';
import type { EntryState } from '../contract.ts';
import { decideOffline, reasonOf, toneOf } from './decide-offline.ts';
import { foldState } from './fold-state.ts';

const [TYPE, OTHER_TYPE] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

const [ORDER, BLOCKED_ORDER] = [
  '33333333-3333-4333-8333-333333333333',
  '44444444-4444-4444-8444-444444444444',
];

/** A row of tickets that stands so. */
const rowIn = (state: EntryState, orderId: string): object => ({
  ticket_type_id: TYPE,
  voided_at: state === 'void' ? '2026-01-01' : null,
  used_at: state === 'in' || state === 'out' ? '2026-01-01' : null,
  left_at: state === 'out' ? '2026-01-02' : null,
  order_id: orderId,
});

suite('a phone with no network', () => {
  let testDatabase: TestDatabase;
  before(async () => {
    testDatabase = await createTestDatabase();
  });
  after(() => testDatabase.drop());

  test('says what the server would say of every listed ticket', async () => {
    await testDatabase.database.query(
      `INSERT INTO payment_disputes (id, host_id, order_id, payment_id, payment_account_id, gateway_dispute_id, amount_minor, currency, reason,
              state, is_refundable, opened_at, as_of, blocked_at)
       SELECT id, id, id, id, id, 'dp_' || row_number() OVER (), 100, 'NGN', '', 'open', false, now(), now(), blocked_at
         FROM (VALUES ($1::uuid, now()), ($2::uuid, NULL)) AS given (id, blocked_at)`,
      [BLOCKED_ORDER, ORDER],
    );
    let count = 0;
    for (const kind of ['entry', 'exit'] as const)
      for (const state of ['good', 'in', 'out', 'void'] as const)
        for (const [allowsReentry, isDisputed] of [
          [false, false],
          [true, false],
          [false, true],
          [true, true],
        ] as const)
          for (const doorTicketTypeIds of [null, [TYPE], [OTHER_TYPE]]) {
            const { rows } = await testDatabase.database.query<{ outcome: string }>(
              `SELECT decide_scan($1, jsonb_populate_record(NULL::tickets, $2), $3::uuid[], $4) AS outcome`,
              [
                kind,
                JSON.stringify(rowIn(state, isDisputed ? BLOCKED_ORDER : ORDER)),
                doorTicketTypeIds,
                allowsReentry,
              ],
            );
            const known = {
              kind,
              isProven: true,
              state,
              ticketTypeId: TYPE,
              doorTicketTypeIds,
              allowsReentry,
              isDisputed,
              isForResale: false,
              isTooEarly: false,
            };
            assert.equal(decideOffline(known), rows[0]?.outcome, JSON.stringify(known));
            count += 1;
          }
    assert.equal(count, 96);
  });
});

const ENTRY = {
  kind: 'entry',
  ticketTypeId: null,
  doorTicketTypeIds: null,
  allowsReentry: true,
  isDisputed: false,
  isForResale: false,
  isTooEarly: false,
} as const;

test('the person decides, in amber, what only the server would know', () => {
  const said = (isProven: boolean, state: EntryState | null) => decideOffline({ ...ENTRY, isProven, state });
  assert.equal(said(true, null), 'not_listed');
  assert.equal(said(false, null), 'unknown');
  assert.equal(said(false, 'good'), 'unproven');
  assert.equal(said(false, 'in'), 'already_used');
  assert.equal(said(true, 'dead'), 'passed_on');
  assert.deepEqual((['not_listed', 'unproven', 'admitted', 'void'] as const).map(toneOf), [
    'ask',
    'ask',
    'yes',
    'no',
  ]);
});

test('before check-in opens the phone lets nobody in by itself, nor asks; what else is wrong is told first, and who is inside may go out', () => {
  const said = (isProven: boolean, state: EntryState | null, more: object = {}) =>
    decideOffline({ ...ENTRY, isTooEarly: true, isProven, state, ...more });
  assert.deepEqual(
    [said(true, 'good'), said(true, 'out'), said(true, null), said(false, 'good')],
    ['too_early', 'too_early', 'too_early', 'too_early'],
  );
  assert.deepEqual(
    [said(false, null), said(true, 'void'), said(true, 'in'), said(true, 'dead')],
    ['unknown', 'void', 'already_used', 'passed_on'],
  );
  assert.equal(said(true, 'good', { isDisputed: true }), 'disputed');
  assert.equal(said(true, 'good', { isForResale: true }), 'resale');
  assert.equal(said(true, 'in', { kind: 'exit' }), 'left');
  assert.equal(said(true, null, { kind: 'exit' }), 'not_listed');
  assert.equal(toneOf('too_early'), 'early');
  assert.equal(reasonOf('too_early'), 'too_early');
});

test('the phone’s scans since count on top of the list, and those that it undid do not', () => {
  const scan = {
    phase: 'waiting',
    kind: 'entry',
    verdict: 'admitted',
    undoes: null,
    before: 'good',
  } as const;
  const undo = {
    ...scan,
    id: 'undo',
    kind: 'undo',
    verdict: null,
    undoes: 'first',
    isUndone: false,
  } as const;
  const first = { ...scan, id: 'first', isUndone: false };
  assert.equal(foldState('good', [first]), 'in');
  assert.equal(foldState('good', [{ ...first, verdict: 'refused' }]), 'good');
  assert.equal(foldState('in', [first, { ...scan, id: 'exit', kind: 'exit', isUndone: false }]), 'out');
  assert.equal(foldState('good', [{ ...first, isUndone: true }, undo]), 'good');
  // The server has the admission, and not the undo: the list still says that the guest is in.
  assert.equal(foldState('in', [{ ...first, phase: 'answered', isUndone: true }, undo]), 'good');
  assert.equal(foldState('in', [{ ...first, phase: 'answered' }]), 'in');
});
