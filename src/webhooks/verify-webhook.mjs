// For receivers. JavaScript, and nothing is imported, so that it runs as it is wherever WebCrypto is: Node 20 and newer, where it
// is installed too, Deno, Bun, workers, browsers.

/**
 * Whether a webhook was signed with the host's private key, and is unchanged. `rawBody` is the body as it came,
 * before any parsing: parsed and written out again, it is another text. `header` is `X-Service-Signature`.
 *
 * @param {string | Uint8Array} rawBody
 * @param {string | null | undefined} header
 * @param {string} key
 * @returns {Promise<boolean>}
 */
export async function verifyWebhook(rawBody, header, key) {
  if (!header || !/^[0-9a-f]{128}$/.test(header)) return false;
  const encoder = new TextEncoder();
  const bytes = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const hmac = { name: 'HMAC', hash: 'SHA-512' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), hmac, false, ['verify']);
  const signature = Uint8Array.from({ length: 64 }, (_, index) =>
    Number.parseInt(header.slice(2 * index, 2 * index + 2), 16),
  );
  // Compares in constant time.
  return crypto.subtle.verify('HMAC', imported, signature, bytes);
}
