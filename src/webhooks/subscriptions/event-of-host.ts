/** An event of the host, by its slug or its id. */
export type EventOfHost = { hostId: string } & ({ slug: string } | { eventId: string });

/** As a condition on `events AS e`, with the values of $1 and $2. */
export const namesEvent = (event: EventOfHost): { sql: string; values: [string, string] } =>
  'slug' in event
    ? { sql: 'e.host_id = $1 AND e.slug = $2', values: [event.hostId, event.slug] }
    : { sql: 'e.host_id = $1 AND e.id = $2', values: [event.hostId, event.eventId] };
