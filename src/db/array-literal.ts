// The driver would write the same literals with a look at every character; at 20 arrays a batch that showed.

/** An array literal of values without a character that means something in one: ids, numbers, true and false. */
export function plainArray(values: (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** JSON's quotes and backslashes are an array literal's too. Control characters are not: callers have none, or escape them. */
export function textArray(values: (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
