/** Of a browser (`localStorage`, `sessionStorage`), or your own; it may answer later. */
export type TokenStorage = {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, value: string): unknown;
};

const NAME = 'tessera-token';

/** `crypto.randomUUID` is there on HTTPS and localhost only; this works everywhere. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * One visitor has one token, and with it one cart. In a page it is kept for the tab, unless there is another storage. Anywhere
 * else many visitors may share this client, and must not share a cart: there the caller says whose it is.
 */
export function createVisitorToken(given: {
  token?: string | undefined;
  storage?: TokenStorage | undefined;
}): (() => Promise<string>) & { known: () => Promise<string | null> } {
  let token: Promise<string> | undefined =
    given.token === undefined ? undefined : Promise.resolve(given.token);
  const page = globalThis as { document?: unknown; sessionStorage?: TokenStorage };

  const find = async (): Promise<string> => {
    if (!given.storage && !page.document)
      throw new Error('Pass `token`, one for each visitor, or create the client with `storage`.');
    const made = randomId();
    try {
      const storage = given.storage ?? page.sessionStorage;
      const kept = await storage?.getItem(NAME);
      if (kept) return kept;
      await storage?.setItem(NAME, made);
    } catch {
      // Storage may be switched off: the token lives as long as the client, then.
    }
    return made;
  };
  /** For reads, which make none: the token that there is by now. */
  const known = async (): Promise<string | null> => {
    if (token) return token;
    const storage = given.storage ?? (page.document ? page.sessionStorage : undefined);
    try {
      return (await storage?.getItem(NAME)) ?? null;
    } catch {
      return null;
    }
  };
  return Object.assign(() => (token ??= find()), { known });
}
