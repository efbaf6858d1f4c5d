/** As `Promise.all`, by names instead of places. */
export async function awaitAll<T extends object>(parts: {
  [Name in keyof T]: Promise<T[Name]>;
}): Promise<T> {
  const named = Object.entries<Promise<unknown>>(parts).map(async ([name, part]) => [name, await part]);
  return Object.fromEntries(await Promise.all(named)) as T;
}
