/**
 * A call of an SQL function with its arguments by name, as a prepared statement of the function's name: planned once per
 * connection, and then as cheap as one by position.
 */
export function callFunction(
  name: string,
  args: Record<string, string | number | null>,
): { name: string; text: string; values: (string | number | null)[] } {
  const named = Object.keys(args).map((arg, index) => `${arg} => $${index + 1}`);
  return { name, text: `SELECT * FROM ${name}(${named.join(', ')})`, values: Object.values(args) };
}
