/**
 * A promise and the query that finds the rows that break it: `where_at` and `detail`. No rows is how it should be. The rules are written
 * here on their own and call no function of functions/: a check by the function that it checks would find nothing.
 */
export type Promised = { promise: string; sql: string };
