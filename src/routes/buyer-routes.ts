import {
  NO_BODY,
  FORM_BODY,
  INVOICE_BODY,
  CART_BODY,
  ORDER_BODY,
  ANSWERED_ORDER_BODY,
  RECEIPT_ANSWERS_BODY,
  CALLBACK_BODY,
  get,
  post,
  remove,
  API,
  CART,
  RECEIPT,
  PASS,
  MAILED,
  PLACE,
  WAITING,
  type Route,
} from './route.ts';

/** The routes of buyers, integrators, gateways and readers. */
export const BUYER_ROUTES = {
  /** src/api/probes.ts: balancers, and whoever starts processes. */
  probes: {
    live: get('/live', { servedUnderOverload: true }),
    ready: get('/ready', { servedUnderOverload: true }),
  },
  /** src/api: integrators. */
  api: {
    health: get('/api/v1/health', { ...API, calledWith: 'nothing' }),
    document: get('/api/v1/openapi.json', { ...API, calledWith: 'nothing' }),
    listEvents: get('/api/v1/events', API),
    getEvent: get('/api/v1/events/:slug', API),
    listGallery: get('/api/v1/events/:slug/gallery', API),
    listTickets: get('/api/v1/events/:slug/tickets', API),
    createReservation: post('/api/v1/events/:slug/reservations', { ...API, ...CART_BODY }),
    releaseReservation: remove('/api/v1/events/:slug/reservations', API),
    createOrder: post('/api/v1/events/:slug/orders', { ...API, ...ORDER_BODY }),
  },
  /** src/pages/checkout/embed: buyers, in a frame on the integrator's site. */
  embed: {
    asset: get('/checkout/assets/:name'),
    script: get('/checkout/embed.js'),
    page: get('/checkout/:slug'),
    pageWithSlash: get('/checkout/:slug/'),
    listTickets: get('/checkout/:slug/tickets'),
    createReservation: post('/checkout/:slug/reservations', { ...CART, ...CART_BODY }),
    releaseReservation: remove('/checkout/:slug/reservations', CART),
    createOrder: post('/checkout/:slug/orders', { ...CART, ...ANSWERED_ORDER_BODY }),
    cartMail: post('/checkout/:slug/cart-mail', { ...CART, ...FORM_BODY }),
    terms: get('/checkout/:slug/terms'),
    correctEmail: post('/checkout/:slug/orders/:reference/email', {
      calledWith: 'reservation token',
      ...FORM_BODY,
    }),
    seats: get('/checkout/:slug/seats'),
    watchSeats: get('/checkout/:slug/seats/live', { isStream: true }),
  },
  /** src/pages/checkout/waiting-room: buyers who wait for their turn. */
  room: {
    page: get('/checkout/:slug/room', WAITING),
    state: get('/checkout/:slug/room/state', WAITING),
    join: post('/checkout/:slug/room/entries', { ...WAITING, ...FORM_BODY }),
    entry: get('/checkout/:slug/room/entries/:token', PLACE),
    leave: remove('/checkout/:slug/room/entries/:token', PLACE),
    confirmPage: get('/checkout/:slug/room/confirm/:token', PLACE),
    confirm: post('/checkout/:slug/room/confirm/:token', { ...PLACE, ...NO_BODY }),
    draw: get('/checkout/:slug/room/draw', { isStream: true }),
    fairness: get('/checkout/:slug/room/fairness'),
  },
  /** src/pages/checkout/waiting-list: those who wait for tickets that come back. */
  waitingList: {
    page: get('/checkout/:slug/waiting-list'),
    join: post('/checkout/:slug/waiting-list', FORM_BODY),
    entry: get('/checkout/:slug/waiting-list/entries/:token', { calledWith: 'place token' }),
    change: post('/checkout/:slug/waiting-list/entries/:token', { calledWith: 'place token', ...NO_BODY }),
    draw: get('/checkout/:slug/waiting-list/draw', { isStream: true }),
    skips: get('/checkout/:slug/waiting-list/skips'),
  },
  /** src/pages/checkout/storefront: the pages that hosts share, for anybody. */
  storefront: {
    event: get('/events/:slug'),
    calendar: get('/events/:slug/calendar.ics'),
    host: get('/hosts/:slug'),
    robots: get('/robots.txt'),
    sitemap: get('/sitemap.xml'),
  },
  /** src/pages/checkout/mpesa: buyers who pay with M-Pesa, which has no page of its own. */
  mpesa: {
    page: get('/checkout/orders/:token/mpesa', { calledWith: 'payment token' }),
    prompt: post('/checkout/orders/:token/mpesa', { calledWith: 'payment token', ...FORM_BODY }),
  },
  /** src/pages/checkout/receipt and the return from a gateway: buyers who have ordered. */
  orderPages: {
    comeBack: get('/checkout/orders/:token/return', {
      calledWith: 'return token',
      servedUnderOverload: true,
    }),
    choice: get('/checkout/orders/:token/pay', { calledWith: 'return token', servedUnderOverload: true }),
    choose: post('/checkout/orders/:token/pay', {
      calledWith: 'return token',
      servedUnderOverload: true,
      ...NO_BODY,
    }),
    receipt: get('/checkout/orders/:token', RECEIPT),
    state: get('/checkout/orders/:token/state', RECEIPT),
    lookUp: post('/checkout/orders/:token/look-up', { ...RECEIPT, ...NO_BODY }),
    tickets: get('/checkout/orders/:token/tickets', RECEIPT),
    pdf: get('/checkout/orders/:token/tickets.pdf', RECEIPT),
    calendar: get('/checkout/orders/:token/calendar.ics', RECEIPT),
    applePasses: get('/checkout/orders/:token/tickets.pkpasses', RECEIPT),
    applePass: get('/checkout/orders/:token/tickets/:position/ticket.pkpass', RECEIPT),
    googlePass: get('/checkout/orders/:token/tickets/:position/google-wallet', RECEIPT),
    resend: post('/checkout/orders/:token/resend', { ...RECEIPT, ...NO_BODY }),
    answer: post('/checkout/orders/:token/answers', { ...RECEIPT, ...RECEIPT_ANSWERS_BODY }),
    rename: post('/checkout/orders/:token/rename', { ...RECEIPT, ...FORM_BODY }),
    askForInvoice: post('/checkout/orders/:token/invoice', { ...RECEIPT, ...INVOICE_BODY }),
    invoiceForm: get('/checkout/orders/:token/invoice', RECEIPT),
    invoice: get('/checkout/orders/:token/invoices/:invoiceId', RECEIPT),
    cancel: post('/checkout/orders/:token/cancel', { ...RECEIPT, ...NO_BODY }),
    // A box for each ticket of the largest order.
    askForReturn: post('/checkout/orders/:token/returns', { ...RECEIPT, ...INVOICE_BODY }),
    withdrawListing: post('/checkout/orders/:token/returns/withdraw', { ...RECEIPT, ...NO_BODY }),
    returnLink: get('/checkout/orders/:token/returns/:returnToken', RECEIPT),
    confirmReturn: post('/checkout/orders/:token/returns/:returnToken', { ...RECEIPT, ...NO_BODY }),
    passOn: post('/checkout/orders/:token/pass-on', { ...RECEIPT, ...FORM_BODY }),
    giveBack: post('/checkout/orders/:token/give-back', { ...RECEIPT, ...NO_BODY }),
  },
  /** src/pages/checkout/payment-frame: a gateway's script, on an origin of its own. */
  paymentFrame: {
    page: get('/pay-in-place/:token', { calledWith: 'payment code' }),
  },
  /** src/wallets/service: phones that have passes, by Apple's protocol, and readers of mails with tickets. */
  wallets: {
    applePass: get('/wallet/passes/:pass/:key/ticket.pkpass', PASS),
    googlePass: get('/wallet/passes/:pass/:key/google-wallet', PASS),
    register: post('/wallet/apple/v1/devices/:device/registrations/:passType/:pass', { ...PASS, ...NO_BODY }),
    unregister: remove('/wallet/apple/v1/devices/:device/registrations/:passType/:pass', PASS),
    // The phone's own name, which nobody else knows, is all that it shows here.
    listChanged: get('/wallet/apple/v1/devices/:device/registrations/:passType'),
    newestPass: get('/wallet/apple/v1/passes/:passType/:pass', PASS),
    log: post('/wallet/apple/v1/log', FORM_BODY),
  },
  /** src/pages/checkout/unsubscribe: readers of mails that nobody needs for their tickets. */
  unsubscribe: {
    page: get('/unsubscribe/:token', MAILED),
    end: post('/unsubscribe/:token', { ...MAILED, ...FORM_BODY }),
  },
  /** src/callbacks: gateways. */
  callbacks: {
    callback: post('/payments/:gateway/callback', {
      calledWith: 'signature',
      servedUnderOverload: true,
      ...CALLBACK_BODY,
    }),
    // M-Pesa signs nothing: the address is the secret.
    mpesaPrompt: post('/payments/mpesa/:token', {
      calledWith: 'payment token',
      servedUnderOverload: true,
      ...CALLBACK_BODY,
    }),
    mpesaReversal: post('/payments/mpesa/reversal/:token', {
      calledWith: 'payment token',
      servedUnderOverload: true,
      ...CALLBACK_BODY,
    }),
  },
  /** src/proxy-check: the operator's own `tessera doctor`. */
  operator: {
    proxyCheck: get('/api/proxy-check', { calledWith: 'signature', servedUnderOverload: true }),
  },
  /** src/pages/home, src/pages/docs and src/pages/serving: readers. */
  pages: {
    home: get('/'),
    icon: get('/favicon.ico'),
    // It is sent from memory, and people look most when there is trouble.
    status: get('/status', { servedUnderOverload: true }),
    asset: get('/assets/:name'),
    checkout: get('/checkout'),
    docs: get('/docs'),
    docsQuickstart: get('/docs/quickstart'),
    docsWebhooks: get('/docs/webhooks'),
    docsEmbed: get('/docs/embed'),
    docsWaitingRoom: get('/docs/waiting-room'),
  },
  /** src/media: images of events. */
  media: {
    image: get('/media/:name'),
  },
} satisfies Record<string, Record<string, Route>>;
