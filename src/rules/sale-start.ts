/** When the first tickets of a sale to come can be had; null where that is not known. */
export function saleStartOf(tickets: { status: string; saleStartsAt: string | null }[]): string | null {
  const starts = tickets
    .filter(({ status }) => status === 'COMING_SOON')
    .flatMap(({ saleStartsAt }) => saleStartsAt ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other));
  return starts[0] ?? null;
}
