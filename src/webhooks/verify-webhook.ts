// For receivers: nothing is imported, so that it runs wherever WebCrypto is (Node 20+, Deno, Bun, workers, browsers).

/**
 * Whether a webhook was sent by whoever has the host's private key, and is unchanged. `rawBody` is the body as it came,
 * before any parsing: parsed and written out again, it is another text. `header` is `X-Service-Signature`.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  key: string,
): Promise<boolean> {
  if (!header || !/^[0-9a-f]{128}$/.test(header)) return false;
  const encoder = new TextEncoder();
  const bytes = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const hmac = { name: 'HMAC', hash: 'SHA-512' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), hmac, false, ['verify']);
  const signature = Uint8Array.from({ length: 64 }, (_, index) =>
    Number.parseInt(header.slice(2 * index, 2 * index + 2), 16),
  );
  // Compares in constant time.
  return crypto.subtle.verify('HMAC', imported, signature, new Uint8Array(bytes));
}
