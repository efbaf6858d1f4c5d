/**
 * The rows `d` of `webhook_deliveries` that have not reached their receiver since, by another delivery of the same purchase, and are not
 * on their way to it.
 */
export const GIVEN_UP_SQL = `(d.status = 'failed' AND d.event_type = 'TICKET_PURCHASED'
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS first WHERE first.id = d.redelivery_of AND first.status <> 'failed')
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS again
                   WHERE again.redelivery_of = coalesce(d.redelivery_of, d.id) AND again.status <> 'failed'))`;
