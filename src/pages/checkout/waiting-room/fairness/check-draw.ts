/** The result of a browser's own draw. `checked` of the places were calculated. */
export type DrawCheck =
  | { isRight: true; place: number | null; count: number; checked: number }
  | { isRight: false; problem: 'unreadable' | 'other_hash' | 'other_seed' | 'order' };

// Up to here each place is calculated. Of longer lists as many, spread over the whole, and those around the buyer's own.
const MAX_CHECKED = 4_000;
const NEIGHBOURS = 20;
// As the draw does it: so many bytes of the HMAC are the rank.
const RANK_BYTES = 16;

/**
 * Draws again, from the published list: is the seed the one whose hash was told before, and do the places stand in the order of their
 * ranks? `toldHash` is what this browser was told before the draw; null where it was not there.
 */
export async function checkDraw(
  list: string,
  { entry, toldHash }: { entry: string | null; toldHash: string | null },
  subtle: SubtleCrypto,
): Promise<DrawCheck> {
  const [seedLine = '', hashLine = '', countLine = '', ...entries] = list.trimEnd().split('\n');
  const seed = /^seed ([0-9a-f]{64})$/.exec(seedLine)?.[1];
  const hash = /^hash ([0-9a-f]{64})$/.exec(hashLine)?.[1];
  if (!seed || !hash || countLine !== `count ${entries.length}`)
    return { isRight: false, problem: 'unreadable' };
  if (toldHash !== null && toldHash !== hash) return { isRight: false, problem: 'other_hash' };
  if (toHex(await subtle.digest('SHA-256', fromHex(seed))) !== hash)
    return { isRight: false, problem: 'other_seed' };
  const own = entry === null ? -1 : entries.indexOf(entry);
  const chosen = chooseLines(entries.length, own);
  const rankOf = await createRanks(seed, subtle);
  let last = '';
  for (const index of chosen) {
    const rank = await rankOf(entries[index] ?? '');
    if (rank <= last) return { isRight: false, problem: 'order' };
    last = rank;
  }
  return { isRight: true, place: own < 0 ? null : own + 1, count: entries.length, checked: chosen.length };
}

/** In the order of the list. */
function chooseLines(count: number, own: number): number[] {
  const step = Math.max(1, Math.ceil(count / MAX_CHECKED));
  const chosen = new Set<number>();
  for (let index = 0; index < count; index += step) chosen.add(index);
  const [first, last] = own < 0 ? [0, -1] : [own - NEIGHBOURS, own + NEIGHBOURS];
  for (let index = Math.max(0, first); index <= Math.min(count - 1, last); index++) chosen.add(index);
  return [...chosen].sort((one, other) => one - other);
}

async function createRanks(seed: string, subtle: SubtleCrypto): Promise<(entry: string) => Promise<string>> {
  const key = await subtle.importKey('raw', fromHex(seed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return async (entry) => {
    const mac = await subtle.sign('HMAC', key, new TextEncoder().encode(entry));
    return toHex(mac.slice(0, RANK_BYTES));
  };
}

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
