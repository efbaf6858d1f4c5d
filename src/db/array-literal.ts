// The driver writes the same literals, but looks at every character: with 20 arrays in a batch that took too long.

/** An array literal of values that need no quotes: ids, numbers, true and false. */
export function plainArray(values: (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Quotes and backslashes are written as in JSON. Control characters are not: callers have none, or escape them. */
export function textArray(values: (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
