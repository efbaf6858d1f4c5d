/**
 * SQL for the smallest UUIDv7 of a time: ids are ordered by the millisecond in which they were made, so that old rows are found by
 * their primary key alone.
 */
export const firstIdAt = (timeSql: string): string =>
  `(lpad(to_hex(floor(extract(epoch FROM ${timeSql}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
