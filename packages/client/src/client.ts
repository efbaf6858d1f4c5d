import type {
  Event,
  EventPage,
  EventQuery,
  EventSummary,
  GalleryImage,
  Health,
  Order,
  OrderBody,
  Released,
  Reservation,
  ReservationBody,
  Ticket,
} from './api-types.ts';
import { createBoundedMap } from './bounded-map.ts';
import { TesseraError, type WaitingRoomError } from './errors.ts';
import { send, type Request, type Settings } from './send.ts';
import { countDown, createServerClock } from './server-clock.ts';
import { waitInLine } from './wait-in-line.ts';
import { createVisitorToken, randomId, type TokenStorage } from './visitor-token.ts';

export type * from './api-types.ts';
export type { ApiErrors, ApiReasons, ErrorCode, OwnErrors, WaitingRoomError } from './errors.ts';
export { TesseraError } from './errors.ts';
export { randomId, type TokenStorage } from './visitor-token.ts';

export type ClientOptions = {
  /** The API's address, up to its version: `https://tickets.example/api/v1`. */
  url: string;
  /** The host's public key, `pk_…`. It may be in your page's source. */
  key: string;
  /** The visitor whose cart it is: a UUID that becomes `X-Device-ID`. Where the client serves many visitors, pass it to each call. */
  token?: string | undefined;
  /** Keeps the visitor's token. In a page `sessionStorage`, so that each tab has a cart. */
  storage?: TokenStorage | undefined;
  /** How often a request is sent at most. 4 */
  tries?: number | undefined;
  /** How long each try may take. 20,000 */
  timeoutMs?: number | undefined;
  /** A `Retry-After` that asks for a longer wait is thrown instead. 30,000 */
  maxRetryAfterMs?: number | undefined;
  /** How many answers are remembered by their ETag. 100 */
  maxRemembered?: number | undefined;
  /** Instead of the global `fetch`. */
  fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
};

export type CallOptions = {
  /** Ends the call, and its retries. It throws the signal's reason. */
  signal?: AbortSignal | undefined;
};
export type TextOptions = {
  /** Of the host’s texts, such as `fr`: the language of your page. What has no translation is in the event’s first language. */
  language?: string | undefined;
};
export type VisitorOptions = CallOptions & {
  /** The visitor whose cart it is. */
  token?: string | undefined;
};
export type HoldOptions = VisitorOptions & {
  /**
   * Called each time that the event's waiting room says "not yet", with its page (`roomUrl`) and when it is tried again
   * (`retryAfterSeconds`). The call goes on until the tickets are held. Without it, it throws `waiting_room`.
   */
  onWaitingRoom?: ((refusal: WaitingRoomError) => void) | undefined;
};
export type OrderOptions = VisitorOptions & {
  /** Yours, where the order is to be asked for again later. Else one is made: the same for the same order. */
  idempotencyKey?: string | undefined;
  /** Of e-mails and tickets, such as `fr`. In a browser it is the browser's own; a server passes on the buyer's. */
  language?: string | undefined;
};

/** Every call has the name of its operation in the API reference. Each throws `TesseraError`. */
export type TesseraClient = {
  getHealth(options?: CallOptions): Promise<Health>;
  /** One page. */
  listEvents(query?: EventQuery, options?: CallOptions): Promise<EventPage>;
  /** All events, page by page as you go through them. */
  allEvents(query?: Omit<EventQuery, 'cursor'>, options?: CallOptions): AsyncGenerator<EventSummary, void>;
  getEvent(slug: string, options?: CallOptions & TextOptions): Promise<Event>;
  listGallery(slug: string, options?: CallOptions): Promise<GalleryImage[]>;
  /** The tickets left for this visitor: those that others hold count as taken, the visitor's own don't. */
  listTickets(slug: string, options?: VisitorOptions & TextOptions): Promise<Ticket[]>;
  /** Prices a cart and holds its tickets. Again for the same visitor: replaces the cart. */
  createReservation(slug: string, body: ReservationBody, options?: HoldOptions): Promise<Reservation>;
  releaseReservation(slug: string, options?: VisitorOptions): Promise<Released>;
  /** Sent again, by itself or by you, the same order is one order. */
  createOrder(slug: string, body: OrderBody, options?: OrderOptions): Promise<Order>;
  /**
   * Calls `onTick` with the seconds that are left, at once and then every second, down to 0: by the server's clock, whatever the
   * device's says. Returns what stops it.
   */
  countdown(
    reservation: Pick<Reservation, 'clientExpiresAt'>,
    onTick: (secondsLeft: number) => void,
  ): () => void;
};

export function createClient(options: ClientOptions): TesseraClient {
  const clock = createServerClock();
  const settings: Settings = {
    url: options.url.replace(/\/+$/, ''),
    key: options.key,
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    tries: options.tries ?? 4,
    timeoutMs: options.timeoutMs ?? 20_000,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 30_000,
    memory: createBoundedMap(options.maxRemembered ?? 100),
    clock,
  };
  const visitorToken = createVisitorToken(options);
  const keyOf = createOrderKeys();

  const call = <Data>(request: Request, failures?: TesseraError[]): Promise<Data> =>
    send(settings, request, failures) as Promise<Data>;
  const get = <Data>(path: string, { signal }: CallOptions = {}): Promise<Data> =>
    call({ method: 'GET', path, signal });
  const at = (slug: string, rest = ''): string => `/events/${encodeURIComponent(slug)}${rest}`;
  const tokenOf = (given: VisitorOptions): string | Promise<string> => given.token ?? visitorToken();

  const client: TesseraClient = {
    getHealth: (given) => get('/health', given),
    listEvents: (query, given) => get(`/events${queryText(query)}`, given),
    async *allEvents(query, given) {
      let cursor: string | undefined;
      do {
        const page = await client.listEvents({ ...query, ...(cursor && { cursor }) }, given);
        yield* page.items;
        cursor = page.nextCursor;
      } while (cursor);
    },
    getEvent: (slug, given) => get(at(slug, queryText({ language: given?.language })), given),
    listGallery: (slug, given) => get(at(slug, '/gallery'), given),
    async listTickets(slug, { token, signal, language } = {}) {
      const visitor = token ?? (await visitorToken.known());
      const headers = visitor === null ? {} : { 'x-device-id': visitor };
      return call({ method: 'GET', path: at(slug, `/tickets${queryText({ language })}`), headers, signal });
    },
    async createReservation(slug, body, given = {}) {
      const headers = { 'x-device-id': await tokenOf(given) };
      const { signal, onWaitingRoom } = given;
      const request: Request = { method: 'POST', path: at(slug, '/reservations'), headers, body, signal };
      return waitInLine(() => call<Reservation>(request), onWaitingRoom, signal);
    },
    async releaseReservation(slug, given = {}) {
      const headers = { 'x-device-id': await tokenOf(given) };
      const failures: TesseraError[] = [];
      const request: Request = {
        method: 'DELETE',
        path: at(slug, '/reservations'),
        headers,
        signal: given.signal,
      };
      return call<Released>(request, failures).catch((error: unknown) => {
        // An earlier try gave them back, and its answer got lost.
        const isDone = error instanceof TesseraError && error.error_code === 'nothing_to_release';
        if (isDone && failures.some(({ status }) => status === 0)) return { released: true };
        throw error;
      });
    },
    async createOrder(slug, body, given = {}) {
      const token = await tokenOf(given);
      const headers = {
        'x-device-id': token,
        'idempotency-key': given.idempotencyKey ?? keyOf(JSON.stringify([slug, token, body])),
        ...(given.language && { 'accept-language': given.language }),
      };
      return call({ method: 'POST', path: at(slug, '/orders'), headers, body, signal: given.signal });
    },
    countdown: ({ clientExpiresAt }, onTick) => countDown(clock, clientExpiresAt, onTick),
  };
  return client;
}

function queryText(query: EventQuery = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
}

// Enough for a buyer who goes back and forth, and for a server whose calls are repeated at once.
const MAX_ORDER_KEYS = 100;

/** The same order has the same key: sent again because no answer came, it is not a second one. */
function createOrderKeys(): (order: string) => string {
  const keys = createBoundedMap<string>(MAX_ORDER_KEYS);
  return (order) => {
    const key = keys.get(order) ?? randomId();
    keys.set(order, key);
    return key;
  };
}
