import assert from 'node:assert/strict';
import type { Queryable } from '../../db/database.ts';
import type { OrderStatus } from '../../tickets/read-order.ts';
import type { Recipient } from '../order-engine.ts';

/** An order whose buyer chooses how to pay, as its payment needs it. */
export type ChosenOrder = {
  orderId: string;
  hostId: string;
  reference: string;
  status: OrderStatus;
  /** Its payment window is over. */
  isOver: boolean;
  isUnderWay: boolean;
  /** Its event is cancelled, or its host suspended: nothing is sold any more. */
  isStopped: boolean;
  /** It is paid through this, or was to be from the first: there is nothing to choose. */
  hasGateway: boolean;
  totalMinor: number;
  currency: string;
  payBy: Date;
  returnToken: string;
  eventName: string;
  buyer: Recipient;
};

type Row = Omit<ChosenOrder, 'buyer' | 'payBy'> & Recipient & { payBy: Date | null };

export async function readChosenOrder(tx: Queryable, orderId: string): Promise<ChosenOrder> {
  const { rows } = await tx.query<Row>(
    `SELECT o.id AS "orderId", o.host_id AS "hostId", o.reference, o.status, coalesce(o.pay_by <= clock_timestamp(), true) AS "isOver",
            o.payment_under_way_at IS NOT NULL AS "isUnderWay",
            e.status = 'CANCELLED' OR (SELECT h.suspended_at IS NOT NULL FROM hosts AS h WHERE h.id = o.host_id) AS "isStopped", o.gateway IS NOT NULL AS "hasGateway", o.total_minor AS "totalMinor", o.currency, o.pay_by AS "payBy",
            o.return_token AS "returnToken", e.name AS "eventName", o.email, o.first_name AS "firstName", o.last_name AS "lastName", o.phone
       FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE o.id = $1`,
    [orderId],
  );
  const [row] = rows;
  assert(row?.payBy, 'an order without a payment window');
  const { email, firstName, lastName, phone, payBy, ...order } = row;
  return { ...order, payBy, buyer: { email, firstName, lastName, phone } };
}
