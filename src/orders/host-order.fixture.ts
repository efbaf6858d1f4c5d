import { randomUUID } from 'node:crypto';
import type { TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { createHostOrder, type CreateHostOrder, type HostOrder } from './create-host-order.ts';

type Sold = Pick<CreateHostOrder, 'eventId' | 'lines'> & Partial<CreateHostOrder>;

/** A sale at the counter, for cash unless it is said. */
export const hostOrderOf = (host: TestHost, sold: Sold): CreateHostOrder => ({
  hostId: host.hostId,
  actor: OPERATOR,
  seatIds: [],
  buyer: { email: 'counter@example.com', firstName: 'Ngozi', lastName: 'Ade' },
  paidBy: 'cash',
  note: '',
  language: 'en',
  requestKey: randomUUID(),
  mailsPerDay: 10_000,
  ...sold,
});

export const sellByHand = (on: Pick<TestApp, 'app'>, host: TestHost, sold: Sold): Promise<HostOrder> =>
  on.app.database.transaction((tx) => createHostOrder(tx, hostOrderOf(host, sold)));
