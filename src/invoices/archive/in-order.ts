/** The results of work on each item, in the items' order. So many are worked on at once, and further items are taken as results are read. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underWay: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // It fails at its turn. Without this, one that fails before would end the program.
    result.catch(() => {});
    underWay.push(result);
    const first = underWay.length >= atOnce ? underWay.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of underWay) yield await result;
}
