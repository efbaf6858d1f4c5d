import { newestFirst, belongsToReceiver, oldestFirst, orFirst } from './select-receiver-deliveries.ts';

const LAST_ARRIVED = `(SELECT arrived.id FROM webhook_deliveries AS arrived
                        WHERE ${belongsToReceiver('arrived')} AND arrived.status = 'delivered'
                        ORDER BY ${newestFirst('arrived')} LIMIT 1)`;

/**
 * Since when nothing arrives at the receiver `webhook_subscriptions AS s`: when the first purchase was given up after the last delivery
 * that arrived, a test included. Null where nothing was given up since. Reads one row of a receiver that works.
 */
export const FAILING_SINCE_SQL = `(
  SELECT first.ended_at FROM webhook_deliveries AS first
   WHERE ${belongsToReceiver('first', { after: orFirst(LAST_ARRIVED) })}
     AND first.status = 'failed' AND first.event_type = 'TICKET_PURCHASED'
   ORDER BY ${oldestFirst('first')} LIMIT 1)`;
