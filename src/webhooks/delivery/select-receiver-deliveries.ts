const FIRST_ID = `'00000000-0000-0000-0000-000000000000'::uuid`;
const LAST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * The rows `alias` of `webhook_deliveries` that belong to `webhook_subscriptions AS s`, and their order, the newest first. Written as a
 * range of the two columns: with an equation the planner may walk all deliveries of the platform backwards by their ids, in the
 * hope of meeting one soon, and of a quiet receiver it meets none for long.
 */
export const belongsToReceiver = (
  alias: string,
  { after = FIRST_ID, before = LAST_ID }: { after?: string; before?: string } = {},
): string =>
  `(${alias}.subscription_id, ${alias}.id) > (s.id, ${after}) AND (${alias}.subscription_id, ${alias}.id) < (s.id, ${before})
   AND ${alias}.reference <> ''`;

export const newestFirst = (alias: string): string => `${alias}.subscription_id DESC, ${alias}.id DESC`;
export const oldestFirst = (alias: string): string => `${alias}.subscription_id, ${alias}.id`;

/** The id, or a smaller one than all: for `after`. */
export const orFirst = (idSql: string): string => `coalesce(${idSql}, ${FIRST_ID})`;
/** The id, or a larger one than all: for `before`. */
export const orLast = (idSql: string): string => `coalesce(${idSql}, ${LAST_ID})`;
