import { randomBytes, randomUUID } from 'node:crypto';
import { newOrderReference } from '../../src/orders/order-reference.ts';
import { BUYER } from '../harness/buy.ts';
import type { TestHost } from '../harness/make-catalog.ts';

/** Everything by which something of a host can be named. */
export type Ids = {
  slug: string;
  hallSlug: string;
  freeSlug: string;
  sku: string;
  seatId: string;
  promoCode: string;
  token: string;
  quoteReference: string;
  /** Of an order that is not paid, and of one that is confirmed. */
  pending: OrderIds;
  confirmed: OrderIds;
};
export type OrderIds = {
  id: string;
  reference: string;
  receiptToken: string;
  returnToken: string;
  paymentId: string;
  reservationToken: string;
};

export type Asked = { path: string; headers?: Record<string, string>; body?: unknown };
/** The same question about what is theirs, and about what nobody has. */
type Question = (ids: Ids) => Asked;

/** Ids of the right shape and length that name nothing. */
export function strangers(like?: Ids): Ids {
  const slugOf = (slug = 'x') => 'z'.repeat(slug.length);
  const order = (): OrderIds => ({
    id: randomUUID(),
    reference: newOrderReference(),
    receiptToken: randomUUID(),
    returnToken: randomUUID(),
    paymentId: `pay_${randomBytes(18).toString('base64url')}`,
    reservationToken: randomUUID(),
  });
  return {
    slug: slugOf(like?.slug),
    hallSlug: slugOf(like?.hallSlug),
    freeSlug: slugOf(like?.freeSlug),
    sku: randomUUID(),
    seatId: randomUUID(),
    promoCode: `P${randomBytes(6).toString('hex').toUpperCase()}`,
    token: randomUUID(),
    quoteReference: `q_${randomBytes(16).toString('hex')}`,
    pending: order(),
    confirmed: order(),
  };
}

/** By route: the questions that a host asks about another’s things; or why there are none. A new route needs its line here. */
export function questionsOf(mine: { host: TestHost; ids: Ids }): Record<string, Question[] | string> {
  const key = () => ({ authorization: `Bearer ${mine.host.publicKey}` });
  const device = (token: string) => ({ 'x-device-id': token });
  const person = (quoteReference: string) => ({ quoteReference, ...BUYER });
  const items = (sku: string) => [{ sku, quantity: 1 }];

  /** Their event, asked for with my key. */
  const bySlug = (part: string, more: (ids: Ids) => Omit<Asked, 'path'> = () => ({})): Question[] =>
    (['slug', 'hallSlug'] as const).map((which) => (ids) => {
      const { headers = {}, ...rest } = more(ids);
      return { path: `/api/v1/events/${ids[which]}${part}`, headers: { ...key(), ...headers }, ...rest };
    });
  const atMine = (door: 'api' | 'embed', part: string): string =>
    `${door === 'api' ? '/api/v1/events' : '/checkout'}/${mine.ids.slug}${part}`;
  const holds = (door: 'api' | 'embed'): Question[] => [
    (ids) => ({
      path: atMine(door, '/reservations'),
      headers: { ...key(), ...device(randomUUID()) },
      body: { items: items(ids.sku) },
    }),
    (ids) => ({
      path: atMine(door, '/reservations'),
      headers: { ...key(), ...device(randomUUID()) },
      body: { items: items(mine.ids.sku), promoCode: ids.promoCode },
    }),
  ];
  const releases = (door: 'api' | 'embed'): Question[] => [
    (ids) => ({ path: atMine(door, '/reservations'), headers: { ...key(), ...device(ids.token) } }),
    (ids) => ({
      path: atMine(door, '/reservations'),
      headers: { ...key(), ...device(ids.pending.reservationToken) },
    }),
  ];
  const orders = (door: 'api' | 'embed'): Question[] => {
    const extra = door === 'embed' ? { query: '' } : {};
    const path = (): string => atMine(door, '/orders');
    return [
      // Their cart, with their quote and with mine; my cart with their quote.
      (ids) => ({
        path: path(),
        headers: { ...key(), ...device(ids.token) },
        body: { ...person(ids.quoteReference), ...extra },
      }),
      (ids) => ({
        path: path(),
        headers: { ...key(), ...device(ids.token) },
        body: { ...person(mine.ids.quoteReference), ...extra },
      }),
      (ids) => ({
        path: path(),
        headers: { ...key(), ...device(mine.ids.token) },
        body: { ...person(ids.quoteReference), ...extra },
      }),
    ];
  };
  /** An address that opens by one secret: every other name of the order opens nothing. */
  const byOther = (secret: 'receiptToken' | 'returnToken', part = ''): Question[] =>
    (['pending', 'confirmed'] as const).flatMap((which) =>
      (['id', 'reference', 'receiptToken', 'returnToken', 'paymentId', 'reservationToken'] as const)
        .filter((name) => name !== secret)
        .map((name) => (ids: Ids) => ({ path: `/checkout/orders/${ids[which][name]}${part}` })),
    );
  const sandboxApi = (path: (order: OrderIds) => string): Question[] => [
    (ids) => ({
      path: path(ids.pending),
      headers: key(),
      body: { reference: ids.pending.reference, payment_id: ids.pending.paymentId },
    }),
    (ids) => ({ path: path(ids.pending), body: { payment_id: ids.pending.paymentId } }),
  ];

  /** A payment page opens by its own id, and by no other name of the order. */
  const payPages = (more: Pick<Asked, 'body'> = {}): Question[] =>
    (['id', 'reference', 'receiptToken', 'returnToken', 'reservationToken'] as const).map(
      (name) => (ids) => ({
        path: `/checkout/pay/${ids.pending[name]}`,
        ...more,
      }),
    );

  const PUBLIC = 'Anybody may see it, whoever the host is.';
  const NO_IDS = 'It names nothing of a host.';
  const UNSUBSCRIBING =
    'The token alone says whose mails end: see src/pages/checkout/unsubscribe/routes.test.ts.';
  const PHONE = 'A phone’s token is for one event: see src/pages/scanner/server/device-token.test.ts.';
  const MPESA =
    'It says the same to everybody, and knows a token of its own alone: see src/pages/checkout/mpesa/routes.test.ts.';
  const PASSES =
    'A pass has a key of its own, which opens it alone: see src/wallets/service/wallet-service.test.ts.';
  const DEVELOPMENT = 'Everybody’s mails, on a developer’s machine; never in production.';

  return {
    'GET /': NO_IDS,
    'GET /status': NO_IDS,
    'GET /live': NO_IDS,
    'GET /ready': NO_IDS,
    'GET /api/v1/health': NO_IDS,
    'GET /api/proxy-check': NO_IDS,
    'GET /api/v1/openapi.json': NO_IDS,
    'GET /api/v1/events': NO_IDS,
    'GET /api/v1/events/:slug': bySlug(''),
    'GET /api/v1/events/:slug/gallery': bySlug('/gallery'),
    'GET /api/v1/events/:slug/tickets': bySlug('/tickets'),
    'POST /api/v1/events/:slug/reservations': [
      ...bySlug('/reservations', (ids) => ({ body: { items: items(ids.sku) } })),
      ...bySlug('/reservations', (ids) => ({ headers: device(ids.token), body: { items: items(ids.sku) } })),
      ...holds('api'),
    ],
    'DELETE /api/v1/events/:slug/reservations': [
      ...bySlug('/reservations'),
      ...bySlug('/reservations', (ids) => ({ headers: device(ids.token) })),
      ...releases('api'),
    ],
    'POST /api/v1/events/:slug/orders': [
      ...bySlug('/orders', (ids) => ({ headers: device(ids.token), body: person(ids.quoteReference) })),
      ...orders('api'),
    ],
    'GET /events/:slug': PUBLIC,
    'GET /events/:slug/calendar.ics': PUBLIC,
    'GET /hosts/:slug': PUBLIC,
    'GET /checkout/:slug': PUBLIC,
    'GET /checkout/:slug/': PUBLIC,
    'GET /checkout/:slug/tickets': PUBLIC,
    'GET /checkout/:slug/seats': PUBLIC,
    'GET /checkout/:slug/terms': PUBLIC,
    'POST /checkout/:slug/cart-mail': PUBLIC,
    'GET /checkout/:slug/seats/live': PUBLIC,
    'GET /checkout/:slug/room': PUBLIC,
    'GET /checkout/:slug/room/state': PUBLIC,
    'GET /checkout/:slug/room/draw': PUBLIC,
    'GET /checkout/:slug/room/fairness': PUBLIC,
    'POST /checkout/:slug/room/entries': PUBLIC,
    'GET /checkout/:slug/room/entries/:token':
      'A place is of one event’s line: see src/pages/checkout/waiting-room/entries-routes.test.ts.',
    'DELETE /checkout/:slug/room/entries/:token': 'As above: of another event’s line nobody is taken out.',
    'GET /checkout/:slug/room/confirm/:token':
      'A link is of one event’s room: see src/pages/checkout/waiting-room/confirm-email.test.ts.',
    'POST /checkout/:slug/room/confirm/:token': 'As above.',
    'GET /checkout/:slug/waiting-list': PUBLIC,
    'POST /checkout/:slug/waiting-list': PUBLIC,
    'GET /checkout/:slug/waiting-list/draw': PUBLIC,
    'GET /checkout/:slug/waiting-list/skips': PUBLIC,
    'GET /checkout/:slug/waiting-list/entries/:token':
      'An entry is of one event’s list: see src/pages/checkout/waiting-list/routes.test.ts.',
    'POST /checkout/:slug/waiting-list/entries/:token': 'As above.',
    'POST /checkout/:slug/reservations': [
      ...holds('embed'),
      (ids) => ({
        path: `/checkout/${mine.ids.hallSlug}/reservations`,
        headers: device(randomUUID()),
        body: { seatIds: [ids.seatId] },
      }),
    ],
    'DELETE /checkout/:slug/reservations': releases('embed'),
    'POST /checkout/:slug/orders': orders('embed'),
    'POST /checkout/:slug/orders/:reference/email': [
      ({ confirmed }) => ({
        path: `/checkout/${mine.ids.freeSlug}/orders/${confirmed.reference}/email`,
        headers: device(confirmed.reservationToken),
        body: { email: 'me@example.com' },
      }),
    ],
    'GET /checkout/orders/:token': byOther('receiptToken'),
    'GET /checkout/orders/:token/state': byOther('receiptToken', '/state'),
    'GET /checkout/orders/:token/tickets': byOther('receiptToken', '/tickets'),
    'GET /checkout/orders/:token/tickets.pdf': byOther('receiptToken', '/tickets.pdf'),
    'GET /checkout/orders/:token/tickets.pkpasses': byOther('receiptToken', '/tickets.pkpasses'),
    'GET /checkout/orders/:token/tickets/:position/ticket.pkpass': byOther(
      'receiptToken',
      '/tickets/1/ticket.pkpass',
    ),
    'GET /checkout/orders/:token/tickets/:position/google-wallet': byOther(
      'receiptToken',
      '/tickets/1/google-wallet',
    ),
    'GET /wallet/passes/:pass/:key/ticket.pkpass': PASSES,
    'GET /wallet/passes/:pass/:key/google-wallet': PASSES,
    'POST /wallet/apple/v1/devices/:device/registrations/:passType/:pass': PASSES,
    'DELETE /wallet/apple/v1/devices/:device/registrations/:passType/:pass': PASSES,
    'GET /wallet/apple/v1/devices/:device/registrations/:passType': PASSES,
    'GET /wallet/apple/v1/passes/:passType/:pass': PASSES,
    'POST /wallet/apple/v1/log': NO_IDS,
    'GET /unsubscribe/:token': UNSUBSCRIBING,
    'POST /unsubscribe/:token': UNSUBSCRIBING,
    'GET /checkout/orders/:token/calendar.ics': byOther('receiptToken', '/calendar.ics'),
    'POST /checkout/orders/:token/look-up': byOther('receiptToken', '/look-up'),
    'GET /pay-in-place/:token':
      'A code names one payment, which it is signed for: payment-frame/routes.test.ts.',
    'POST /checkout/orders/:token/resend': byOther('receiptToken', '/resend'),
    'POST /checkout/orders/:token/rename': byOther('receiptToken', '/rename'),
    'POST /checkout/orders/:token/returns': byOther('receiptToken', '/returns'),
    'POST /checkout/orders/:token/returns/withdraw': byOther('receiptToken', '/returns/withdraw'),
    'GET /checkout/orders/:token/returns/:returnToken': byOther('receiptToken', `/returns/${'A'.repeat(43)}`),
    'POST /checkout/orders/:token/returns/:returnToken': byOther(
      'receiptToken',
      `/returns/${'A'.repeat(43)}`,
    ),
    'POST /checkout/orders/:token/pass-on': byOther('receiptToken', '/pass-on'),
    'POST /checkout/orders/:token/answers': byOther('receiptToken', '/answers'),
    'POST /checkout/orders/:token/invoice': byOther('receiptToken', '/invoice'),
    'GET /checkout/orders/:token/invoice': byOther('receiptToken', '/invoice'),
    'GET /checkout/orders/:token/invoices/:invoiceId': byOther('receiptToken', `/invoices/${randomUUID()}`),
    'POST /checkout/orders/:token/give-back': byOther('receiptToken', '/give-back'),
    'POST /checkout/orders/:token/cancel': byOther('receiptToken', '/cancel'),
    'GET /checkout/orders/:token/return': byOther('returnToken', '/return'),
    'GET /checkout/orders/:token/mpesa': byOther('receiptToken', '/mpesa'),
    'POST /checkout/orders/:token/mpesa': byOther('receiptToken', '/mpesa'),
    'POST /payments/mpesa/:token': MPESA,
    'POST /payments/mpesa/reversal/:token': MPESA,
    'GET /checkout/orders/:token/pay': byOther('returnToken', '/pay'),
    'POST /checkout/orders/:token/pay': byOther('returnToken', '/pay'),
    'GET /checkout/pay/:id': payPages(),
    'POST /checkout/pay/:id': payPages({ body: new URLSearchParams({ card: 'success' }) }),
    'POST /payments/:gateway/callback': 'Signed by the wrong account it is refused: see the test below.',
    'POST /sandbox/v1/payments': sandboxApi(() => '/sandbox/v1/payments'),
    'GET /sandbox/v1/payments/:reference': sandboxApi(({ reference }) => `/sandbox/v1/payments/${reference}`),
    'POST /sandbox/v1/payments/:reference/close': sandboxApi(
      ({ reference }) => `/sandbox/v1/payments/${reference}/close`,
    ),
    'POST /sandbox/v1/refunds': sandboxApi(() => '/sandbox/v1/refunds'),
    'GET /sandbox/v1/refunds/:id': sandboxApi(({ id }) => `/sandbox/v1/refunds/${id}`),
    'GET /scan': NO_IDS,
    'GET /scan/': NO_IDS,
    'GET /scan/service-worker.js': NO_IDS,
    'GET /scan/manifest.webmanifest': NO_IDS,
    'GET /scan/icons/:name': NO_IDS,
    'POST /scan/pair': PHONE,
    'GET /scan/device': PHONE,
    'GET /scan/list': PHONE,
    'GET /scan/counts': PHONE,
    'POST /scan/scans': PHONE,
    'POST /scan/late-scans': PHONE,
    'GET /scan/guests': PHONE,
    'GET /mailbox': DEVELOPMENT,
    'GET /mailbox/:id': DEVELOPMENT,
    'GET /mailbox/:id/body': DEVELOPMENT,
    'GET /mailbox/:id/raw': DEVELOPMENT,
    'GET /mailbox/:id/files/:index': DEVELOPMENT,
    'GET /media/:name': PUBLIC,
    'GET /assets/:name': NO_IDS,
    'GET /checkout': NO_IDS,
    'GET /checkout/assets/:name': NO_IDS,
    'GET /checkout/embed.js': NO_IDS,
    'GET /docs': NO_IDS,
    'GET /docs/quickstart': NO_IDS,
    'GET /docs/webhooks': NO_IDS,
    'GET /docs/embed': NO_IDS,
    'GET /docs/waiting-room': NO_IDS,
    'GET /robots.txt': NO_IDS,
    'GET /sitemap.xml': NO_IDS,
    'GET /favicon.ico': NO_IDS,
  };
}
