// For receivers. Needs nothing but Web Crypto: Node 20 and newer, Deno, Bun, workers.

export type WebhookCustomer = { email: string; firstName: string; lastName: string; phone: string };

/** One per recipient and ticket type; where a cart is for several people, one per ticket. */
export type WebhookOrder = {
  sku: string;
  amount: number;
  formattedAmount: string;
  quantity: number;
  customer: WebhookCustomer;
};

export type TicketPurchased = {
  eventType: 'TICKET_PURCHASED';
  data: {
    eventId: string;
    /** The order. Do nothing for one that you know: a webhook can come twice. */
    reference: string;
    amount: number;
    formattedAmount: string;
    /** `0001-01-01T00:00:00Z` for a free order. */
    paidAt: string;
    sentAt: string;
    orders: WebhookOrder[];
    /** The metadata of the order; `{}` if there was none. */
    metadata: Record<string, unknown>;
  };
};

export type WebhookTest = {
  eventType: 'WEBHOOK_TEST';
  data: { message: string; reference: string; sentAt: string };
};

export type Webhook = TicketPurchased | WebhookTest;

/**
 * Whether a webhook was signed with the host's private key, and is unchanged. `rawBody` is the body as it came, before any
 * parsing: parsed and written out again, it is another text. `header` is `X-Service-Signature`. While a key is being replaced,
 * pass both: one that fits is enough.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  keys: string | readonly string[],
): Promise<boolean> {
  if (!header || !/^[0-9a-f]{128}$/.test(header)) return false;
  const encoder = new TextEncoder();
  const bytes = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const signature = Uint8Array.from({ length: 64 }, (_, index) =>
    Number.parseInt(header.slice(2 * index, 2 * index + 2), 16),
  );
  for (const key of [keys].flat()) {
    const hmac = { name: 'HMAC', hash: 'SHA-512' };
    const imported = await crypto.subtle.importKey('raw', encoder.encode(key), hmac, false, ['verify']);
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', imported, signature, bytes as Uint8Array<ArrayBuffer>))
      return true;
  }
  return false;
}

/** A `Request`, as workers, Deno and Bun have it. */
type WebRequest = { headers: { get(name: string): string | null }; arrayBuffer(): Promise<ArrayBuffer> };
/** Node's `IncomingMessage`. */
type NodeRequest = AsyncIterable<Uint8Array> & { headers: Record<string, string | string[] | undefined> };

// An order of a thousand tickets, each for somebody else, is a tenth of this.
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/**
 * The webhook that a request brings; null where it is not genuine, and the answer is 401. Nobody may have read the body before:
 * with Express, no `express.json()` in front of it.
 */
export async function readWebhook(
  request: WebRequest | NodeRequest,
  keys: string | readonly string[],
): Promise<Webhook | null> {
  const header =
    'arrayBuffer' in request
      ? request.headers.get('x-service-signature')
      : String(request.headers['x-service-signature']);
  const rawBody = await readBody(request);
  if (!rawBody?.length || !(await verifyWebhook(rawBody, header, keys))) return null;
  return JSON.parse(new TextDecoder().decode(rawBody)) as Webhook;
}

async function readBody(request: WebRequest | NodeRequest): Promise<Uint8Array | null> {
  if ('arrayBuffer' in request) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
