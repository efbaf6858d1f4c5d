import type { Power } from './powers.ts';

/** An address that the product answers, and what is true of it. HEAD is answered wherever GET is, but not by streams. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** What the caller must know or have signed with to get anything out of it. */
  readonly calledWith:
    | 'nothing'
    | 'public key'
    | 'reservation token'
    | 'receipt token'
    | 'return token'
    | 'payment id'
    | 'sandbox key'
    | 'signature'
    | 'mailed token'
    | 'session'
    /** Signed in by password, with the second factor still to come. */
    | 'unfinished session';
  /** What the signed-in member's role must include; null where no host's things are behind it. */
  readonly power: Power | null;
  /** The member has passed the second factor within the last minutes. */
  readonly needsSecondStep: boolean;
  /** A larger body is refused unread. 0: the method has no body. */
  readonly maxBodyBytes: number;
  /** Answered in a stampede too: it would cost a sale, is cheap, or has a bounded queue of its own. */
  readonly isSpared: boolean;
  /** Open for as long as a page is, with hardly any work. */
  readonly isStream: boolean;
  /** Scripts of any site may call it and read the answer (CORS). */
  readonly allowsOtherSites: boolean;
  /** Not there in production. */
  readonly isDevelopmentOnly: boolean;
};

type Facts = Omit<Route, 'method' | 'path'>;

const PLAIN: Facts = {
  calledWith: 'nothing',
  power: null,
  needsSecondStep: false,
  maxBodyBytes: 0,
  isSpared: false,
  isStream: false,
  allowsOtherSites: false,
  isDevelopmentOnly: false,
};

const KIB = 1024;
// A form with nothing in it, or the empty object that some clients send.
const NO_BODY = { maxBodyBytes: KIB };
// A long password and long names in any script, as a form writes them: three characters for a byte.
const ENTRANCE_BODY = { maxBodyBytes: 16 * KIB };
// A few fields, as a person fills them in.
const FORM_BODY = { maxBodyBytes: 4 * KIB };
// What an authenticator signs, with a public key of the largest kind.
const PASSKEY_BODY = { maxBodyBytes: 16 * KIB };
// A description of 2,000 characters in any script, written as JSON; or the ends of fifty sales.
const TICKET_TYPE_BODY = { maxBodyBytes: 32 * KIB };
// Fifty items, or fifty seats, are 5 KiB.
const CART_BODY = { maxBodyBytes: 16 * KIB };
// A member with 500 chosen events.
const TEAM_BODY = { maxBodyBytes: 32 * KIB };
// An order with metadata is under 8 KiB. One with a recipient for each of 200 tickets takes the rest.
const ORDER_BODY = { maxBodyBytes: 64 * KIB };
// An address of two thousand characters in any script.
const ADDRESS_BODY = { maxBodyBytes: 16 * KIB };
// All that a gateway, or we ourselves, know of a purchase.
const CALLBACK_BODY = { maxBodyBytes: 64 * KIB };

// Terms and a refund policy of 25,000 characters, in the longest of scripts, and fifty sites.
// Fifty sites of 300 characters.
const EMBED_BODY = { maxBodyBytes: 32 * KIB };

const SETTINGS_BODY = { maxBodyBytes: 128 * KIB };

// What all holders of an event are told, of 1,000 characters in the longest of scripts.
const NEWS_BODY = { maxBodyBytes: 16 * KIB };
// A promo code for each of two hundred ticket types.
const PROMO_BODY = { maxBodyBytes: 16 * KIB };
// A list of twenty thousand seats, as a spreadsheet saves it, with each line break and quote escaped.
const LIST_BODY = { maxBodyBytes: 4 * KIB * KIB };
// A description of 20,000 characters, in the longest of scripts, and fifty headliners.
const DETAILS_BODY = { maxBodyBytes: 192 * KIB };
// A photo as a phone or a camera makes it.
const PICTURE_BODY = { maxBodyBytes: 20 * KIB * KIB };

const get = (path: string, facts: Partial<Facts> = {}): Route => ({
  method: 'GET',
  path,
  ...PLAIN,
  ...facts,
});
const post = (path: string, facts: Partial<Facts> & Pick<Facts, 'maxBodyBytes'>): Route => ({
  method: 'POST',
  path,
  ...PLAIN,
  ...facts,
});
const patch = (path: string, facts: Partial<Facts> & Pick<Facts, 'maxBodyBytes'>): Route => ({
  method: 'PATCH',
  path,
  ...PLAIN,
  ...facts,
});
const remove = (path: string, facts: Partial<Facts>): Route => ({
  method: 'DELETE',
  path,
  ...PLAIN,
  ...NO_BODY,
  ...facts,
});

// In a stampede the API goes on: its reads come from memory, and holds and orders have queues of their own, in the embed too.
// So does word of a payment. What is left are pages, which cost the most.
const API: Partial<Facts> = { calledWith: 'public key', isSpared: true, allowsOtherSites: true };
const CART: Partial<Facts> = { calledWith: 'reservation token', isSpared: true };
const RECEIPT: Partial<Facts> = { calledWith: 'receipt token' };
const DEVELOPMENT: Partial<Facts> = { isDevelopmentOnly: true };
const PAY_PAGE: Partial<Facts> = { ...DEVELOPMENT, calledWith: 'payment id' };
const SANDBOX: Partial<Facts> = { ...DEVELOPMENT, calledWith: 'sandbox key', isSpared: true };

/** Something of a host's, for members whose role has the power. */
const by = (power: Power): Partial<Facts> => ({ calledWith: 'session', power });
/** The same, with a fresh second step. */
const byWithStep = (power: Power): Partial<Facts> => ({ ...by(power), needsSecondStep: true });
/** The person's own things. */
const SIGNED_IN: Partial<Facts> = { calledWith: 'session' };
/** For who has given the password, and the second factor not yet. */
/** Who has the link of an e-mail. */
const MAILED: Partial<Facts> = { calledWith: 'mailed token' };
const UNFINISHED: Partial<Facts> = { calledWith: 'unfinished session' };
const HOST = '/dashboard/hosts/:hostId';
const EVENT = `${HOST}/events/:eventId`;

/**
 * Every address that the product answers, by the door it is behind. The doors take their paths from here, and a route that is
 * not in this table does not get registered: http/known-routes.ts.
 */
export const ROUTES = {
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
  /** src/checkout/embed: buyers, in a frame on the integrator's site. */
  embed: {
    asset: get('/checkout/assets/:name'),
    page: get('/checkout/:slug'),
    pageWithSlash: get('/checkout/:slug/'),
    listTickets: get('/checkout/:slug/tickets'),
    createReservation: post('/checkout/:slug/reservations', { ...CART, ...CART_BODY }),
    releaseReservation: remove('/checkout/:slug/reservations', CART),
    createOrder: post('/checkout/:slug/orders', { ...CART, ...ORDER_BODY }),
    terms: get('/checkout/:slug/terms'),
    correctEmail: post('/checkout/:slug/orders/:reference/email', {
      calledWith: 'reservation token',
      ...FORM_BODY,
    }),
    seats: get('/checkout/:slug/seats'),
    watchSeats: get('/checkout/:slug/seats/live', { isStream: true }),
  },
  /** src/checkout/storefront: the pages that hosts share, for anybody. */
  storefront: {
    event: get('/events/:slug'),
    calendar: get('/events/:slug/calendar.ics'),
    host: get('/hosts/:slug'),
    robots: get('/robots.txt'),
    sitemap: get('/sitemap.xml'),
  },
  /** src/checkout/receipt and the return from a gateway: buyers who have ordered. */
  orderPages: {
    comeBack: get('/checkout/orders/:token/return', { calledWith: 'return token', isSpared: true }),
    receipt: get('/checkout/orders/:token', RECEIPT),
    state: get('/checkout/orders/:token/state', RECEIPT),
    tickets: get('/checkout/orders/:token/tickets', RECEIPT),
    pdf: get('/checkout/orders/:token/tickets.pdf', RECEIPT),
    calendar: get('/checkout/orders/:token/calendar.ics', RECEIPT),
    resend: post('/checkout/orders/:token/resend', { ...RECEIPT, ...NO_BODY }),
    giveBack: post('/checkout/orders/:token/give-back', { ...RECEIPT, ...NO_BODY }),
  },
  /** src/callbacks: gateways. */
  callbacks: {
    callback: post('/payments/:gateway/callback', {
      calledWith: 'signature',
      isSpared: true,
      ...CALLBACK_BODY,
    }),
  },
  /** src/home, src/docs and src/pages: readers. */
  pages: {
    home: get('/'),
    icon: get('/favicon.ico'),
    asset: get('/assets/:name'),
    checkout: get('/checkout'),
    docs: get('/docs'),
  },
  /** src/dashboard: hosts. A GET is a view: a page for people, its data for the page's script. */
  dashboard: {
    enter: get('/dashboard', SIGNED_IN),
    enterWithSlash: get('/dashboard/', SIGNED_IN),
    home: get(HOST, by('host.enter')),
    live: get(`${HOST}/live`, { ...by('host.enter'), isStream: true }),
    event: get(EVENT, by('host.enter')),
    publishEvent: post(`${EVENT}/publish`, { ...by('events.change'), ...FORM_BODY }),
    unpublishEvent: post(`${EVENT}/unpublish`, { ...by('events.change'), ...NO_BODY }),
    changeVisibility: patch(`${EVENT}/visibility`, { ...by('events.change'), ...FORM_BODY }),
    // Who may make one may delete one.
    deleteDraft: remove(EVENT, by('events.create')),
    order: get(`${HOST}/orders/:reference`, by('orders.see')),
  },
  /** What buyers read about the event, and where and when it is. */
  eventDetails: {
    view: get(`${EVENT}/details`, by('events.change')),
    change: patch(`${EVENT}/details`, { ...by('events.change'), ...DETAILS_BODY }),
    preview: post(`${EVENT}/details/preview`, { ...by('events.change'), ...SETTINGS_BODY }),
  },
  /** The poster and the gallery. An upload is a picture's bytes; what then shows it names it by its id. */
  eventPictures: {
    view: get(`${EVENT}/pictures`, by('events.change')),
    upload: post(`${EVENT}/pictures`, { ...by('events.change'), ...PICTURE_BODY }),
    // For an event that is not made yet.
    uploadFirst: post(`${HOST}/pictures`, { ...by('events.create'), ...PICTURE_BODY }),
    changePoster: patch(`${EVENT}/poster`, { ...by('events.change'), ...FORM_BODY }),
    addImage: post(`${EVENT}/gallery`, { ...by('events.change'), ...FORM_BODY }),
    order: patch(`${EVENT}/gallery`, { ...by('events.change'), ...FORM_BODY }),
    changeImage: patch(`${EVENT}/gallery/:imageId`, { ...by('events.change'), ...FORM_BODY }),
    removeImage: remove(`${EVENT}/gallery/:imageId`, by('events.change')),
  },
  /** What is sold: prices, how many there are, and when. */
  eventTickets: {
    view: get(`${EVENT}/tickets`, by('events.change')),
    add: post(`${EVENT}/tickets`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    change: patch(`${EVENT}/tickets/:ticketTypeId`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
    delete: remove(`${EVENT}/tickets/:ticketTypeId`, by('events.change')),
    reorder: post(`${EVENT}/tickets/order`, { ...by('events.change'), ...FORM_BODY }),
    stopSelling: post(`${EVENT}/tickets/stop-selling`, { ...by('events.change'), ...FORM_BODY }),
    goOnSelling: post(`${EVENT}/tickets/go-on-selling`, { ...by('events.change'), ...TICKET_TYPE_BODY }),
  },
  /** The seats of the hall, and which ticket type each is sold as. */
  eventSeats: {
    view: get(`${EVENT}/seats`, by('events.change')),
    map: get(`${EVENT}/seats/map`, by('events.change')),
    check: post(`${EVENT}/seats/check`, { ...by('events.change'), ...LIST_BODY }),
    replace: post(`${EVENT}/seats`, { ...by('events.change'), ...LIST_BODY }),
    export: get(`${EVENT}/seats/export`, by('events.change')),
    template: get(`${EVENT}/seats/template`, by('events.change')),
  },
  /** Codes that take something off the price. */
  eventPromoCodes: {
    view: get(`${EVENT}/promo-codes`, by('events.change')),
    add: post(`${EVENT}/promo-codes`, { ...by('events.change'), ...PROMO_BODY }),
    make: post(`${EVENT}/promo-codes/make`, { ...by('events.change'), ...PROMO_BODY }),
    check: post(`${EVENT}/promo-codes/list/check`, { ...by('events.change'), ...LIST_BODY }),
    import: post(`${EVENT}/promo-codes/list`, { ...by('events.change'), ...LIST_BODY }),
    export: get(`${EVENT}/promo-codes/export`, by('events.change')),
    template: get(`${EVENT}/promo-codes/template`, by('events.change')),
    one: get(`${EVENT}/promo-codes/:promoCodeId`, by('events.change')),
    change: patch(`${EVENT}/promo-codes/:promoCodeId`, { ...by('events.change'), ...PROMO_BODY }),
    end: post(`${EVENT}/promo-codes/:promoCodeId/end`, { ...by('events.change'), ...FORM_BODY }),
    resume: post(`${EVENT}/promo-codes/:promoCodeId/resume`, { ...by('events.change'), ...FORM_BODY }),
    delete: remove(`${EVENT}/promo-codes/:promoCodeId`, by('events.change')),
  },
  /** The checkout on a site of yours. */
  eventEmbed: {
    view: get(`${EVENT}/embed`, by('events.change')),
    change: patch(`${EVENT}/embed`, { ...by('events.change'), ...EMBED_BODY }),
  },
  /** Webhooks: what your own server is told of each purchase. */
  eventIntegrations: {
    view: get(`${EVENT}/integrations`, by('integrations.manage')),
    add: post(`${EVENT}/integrations/webhooks`, { ...by('integrations.manage'), ...ADDRESS_BODY }),
    enable: post(`${EVENT}/integrations/webhooks/:subscriptionId/enable`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    disable: post(`${EVENT}/integrations/webhooks/:subscriptionId/disable`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    remove: remove(`${EVENT}/integrations/webhooks/:subscriptionId`, by('integrations.manage')),
    test: post(`${EVENT}/integrations/webhooks/:subscriptionId/test`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    log: get(`${EVENT}/integrations/deliveries`, by('integrations.manage')),
    delivery: get(`${EVENT}/integrations/deliveries/:deliveryId`, by('integrations.manage')),
    sendAgain: post(`${EVENT}/integrations/deliveries/:deliveryId/send-again`, {
      ...by('integrations.manage'),
      ...NO_BODY,
    }),
    sendFailedAgain: post(`${EVENT}/integrations/send-failed-again`, {
      ...by('integrations.manage'),
      ...FORM_BODY,
    }),
  },
  /** The event does not take place, or on another day. */
  eventCancel: {
    view: get(`${EVENT}/cancel`, by('events.change')),
    cancel: post(`${EVENT}/cancel`, { ...byWithStep('events.refund'), ...NEWS_BODY }),
    // Where nobody has paid anything.
    cancelUnpaid: post(`${EVENT}/cancel/unpaid`, { ...by('events.change'), ...NEWS_BODY }),
    retry: post(`${EVENT}/cancel/refunds/:refundId/retry`, { ...byWithStep('events.refund'), ...NO_BODY }),
    retryAll: post(`${EVENT}/cancel/retry`, { ...byWithStep('events.refund'), ...NO_BODY }),
    postpone: post(`${EVENT}/postpone`, { ...by('events.change'), ...NEWS_BODY }),
    // It promises money.
    postponeWithOffer: post(`${EVENT}/postpone/with-offer`, { ...byWithStep('events.refund'), ...NEWS_BODY }),
  },
  /** An event is made, or made again from another. */
  newEvent: {
    view: get(`${HOST}/new-event`, by('events.create')),
    create: post(`${HOST}/new-event`, { ...by('events.create'), ...FORM_BODY }),
    save: patch(`${EVENT}/draft`, { ...by('events.change'), ...FORM_BODY }),
    duplicateView: get(`${EVENT}/duplicate`, by('events.create')),
    duplicate: post(`${EVENT}/duplicate`, { ...by('events.create'), ...FORM_BODY }),
  },
  /** Signing up and in, invitations, links from e-mails: plain forms. */
  entrance: {
    signInPage: get('/dashboard/sign-in'),
    signIn: post('/dashboard/sign-in', ENTRANCE_BODY),
    signOut: post('/dashboard/sign-out', NO_BODY),
    signUpPage: get('/dashboard/sign-up'),
    signUp: post('/dashboard/sign-up', ENTRANCE_BODY),
    askForResetPage: get('/dashboard/reset-password'),
    askForReset: post('/dashboard/reset-password', ENTRANCE_BODY),
    resetPage: get('/dashboard/reset-password/:token', MAILED),
    reset: post('/dashboard/reset-password/:token', { ...MAILED, ...ENTRANCE_BODY }),
    confirmPage: get('/dashboard/confirm-email/:token', MAILED),
    confirm: post('/dashboard/confirm-email/:token', { ...MAILED, ...ENTRANCE_BODY }),
    invitationPage: get('/dashboard/invitation/:token', MAILED),
    answerInvitation: post('/dashboard/invitation/:token', { ...MAILED, ...ENTRANCE_BODY }),
    sendConfirmation: post('/dashboard/me/confirm-email', { ...SIGNED_IN, ...NO_BODY }),
  },
  team: {
    view: get(`${HOST}/team`, by('team.see')),
    change: patch(`${HOST}/team/members/:memberId`, { ...byWithStep('team.manage'), ...TEAM_BODY }),
    remove: remove(`${HOST}/team/members/:memberId`, byWithStep('team.manage')),
    leave: post(`${HOST}/team/leave`, { ...by('host.enter'), ...NO_BODY }),
    invite: post(`${HOST}/team/invitations`, { ...byWithStep('team.manage'), ...TEAM_BODY }),
    inviteAgain: post(`${HOST}/team/invitations/:invitationId/send`, {
      ...byWithStep('team.manage'),
      ...NO_BODY,
    }),
    // Takes something away that was given with a second step: needs none itself.
    withdraw: remove(`${HOST}/team/invitations/:invitationId`, by('team.manage')),
  },
  /** The person's own account: name, e-mail, password, factors, sessions. */
  me: {
    passSecondStep: post('/dashboard/second-step', { ...UNFINISHED, ...FORM_BODY }),
    askForPasskey: post('/dashboard/second-step/passkey/options', { ...UNFINISHED, ...NO_BODY }),
    passByPasskey: post('/dashboard/second-step/passkey', { ...UNFINISHED, ...PASSKEY_BODY }),
    askForAnyPasskey: post('/dashboard/sign-in/passkey/options', NO_BODY),
    signInByPasskey: post('/dashboard/sign-in/passkey', PASSKEY_BODY),
    secondStep: get('/dashboard/second-step', UNFINISHED),
    profile: get('/dashboard/me', SIGNED_IN),
    changeName: patch('/dashboard/me', { ...SIGNED_IN, ...FORM_BODY }),
    confirmPassword: post('/dashboard/me/confirm-password', { ...SIGNED_IN, ...FORM_BODY }),
    askForNewEmail: post('/dashboard/me/email', { ...SIGNED_IN, ...FORM_BODY }),
    newEmailPage: get('/dashboard/change-email/:token', MAILED),
    changeEmail: post('/dashboard/change-email/:token', { ...MAILED, ...NO_BODY }),
    changePassword: post('/dashboard/me/password', { ...SIGNED_IN, ...FORM_BODY }),
    security: get('/dashboard/me/security', SIGNED_IN),
    beginTotp: post('/dashboard/me/authenticator-app/begin', { ...SIGNED_IN, ...NO_BODY }),
    addTotp: post('/dashboard/me/authenticator-app', { ...SIGNED_IN, ...FORM_BODY }),
    removeTotp: remove('/dashboard/me/authenticator-app', { ...SIGNED_IN, needsSecondStep: true }),
    askForNewPasskey: post('/dashboard/me/passkeys/options', { ...SIGNED_IN, ...NO_BODY }),
    addPasskey: post('/dashboard/me/passkeys', { ...SIGNED_IN, ...PASSKEY_BODY }),
    renamePasskey: patch('/dashboard/me/passkeys/:passkeyId', { ...SIGNED_IN, ...FORM_BODY }),
    removePasskey: remove('/dashboard/me/passkeys/:passkeyId', { ...SIGNED_IN, needsSecondStep: true }),
    renewRecoveryCodes: post('/dashboard/me/recovery-codes', {
      ...SIGNED_IN,
      needsSecondStep: true,
      ...NO_BODY,
    }),
    sessions: get('/dashboard/me/sessions', SIGNED_IN),
    endSession: remove('/dashboard/me/sessions/:sessionId', SIGNED_IN),
    endOtherSessions: post('/dashboard/me/sessions/end-others', { ...SIGNED_IN, ...NO_BODY }),
  },
  keys: {
    view: get(`${HOST}/keys`, by('keys.manage')),
    create: post(`${HOST}/keys`, { ...by('keys.manage'), ...FORM_BODY }),
    rename: patch(`${HOST}/keys/:keyId`, { ...by('keys.manage'), ...FORM_BODY }),
    revoke: post(`${HOST}/keys/:keyId/revoke`, { ...by('keys.manage'), ...NO_BODY }),
    nameServers: patch(`${HOST}/keys/:keyId/servers`, { ...by('keys.manage'), ...FORM_BODY }),
    revealPrivate: post(`${HOST}/keys/private/reveal`, { ...byWithStep('private_key.manage'), ...NO_BODY }),
    rotatePrivate: post(`${HOST}/keys/private/rotate`, { ...byWithStep('private_key.manage'), ...FORM_BODY }),
  },
  paymentAccounts: {
    view: get(`${HOST}/payment-accounts`, by('payment_accounts.see')),
    connect: post(`${HOST}/payment-accounts`, { ...byWithStep('payment_accounts.manage'), ...FORM_BODY }),
    disable: post(`${HOST}/payment-accounts/:accountId/disable`, {
      ...byWithStep('payment_accounts.manage'),
      ...NO_BODY,
    }),
  },
  settings: {
    view: get(`${HOST}/settings`, by('settings.see')),
    change: patch(`${HOST}/settings`, { ...by('settings.change'), ...SETTINGS_BODY }),
  },
  audit: {
    view: get(`${HOST}/audit`, by('audit.see')),
  },
  search: {
    search: get(`${HOST}/search`, by('host.enter')),
  },
  /** src/media: images of events. */
  media: {
    image: get('/media/:name'),
  },
  /** src/sandbox: the gateway of development, and its page. */
  sandbox: {
    startPayment: post('/sandbox/v1/payments', { ...SANDBOX, maxBodyBytes: 16 * KIB }),
    getPayment: get('/sandbox/v1/payments/:reference', SANDBOX),
    closePayment: post('/sandbox/v1/payments/:reference/close', { ...SANDBOX, ...NO_BODY }),
    createRefund: post('/sandbox/v1/refunds', { ...SANDBOX, ...FORM_BODY }),
    getRefund: get('/sandbox/v1/refunds/:id', SANDBOX),
    payPage: get('/checkout/pay/:id', PAY_PAGE),
    pay: post('/checkout/pay/:id', { ...PAY_PAGE, ...FORM_BODY }),
  },
  /** src/mailbox: the mails of development. */
  mailbox: {
    list: get('/mailbox', DEVELOPMENT),
    mail: get('/mailbox/:id', DEVELOPMENT),
    body: get('/mailbox/:id/body', DEVELOPMENT),
    raw: get('/mailbox/:id/raw', DEVELOPMENT),
    file: get('/mailbox/:id/files/:index', DEVELOPMENT),
  },
  /** src/demo-shop: an integrator's site, as an example. */
  demoShop: {
    home: get('/demo', DEVELOPMENT),
    event: get('/demo/events/:slug', DEVELOPMENT),
    thanks: get('/demo/thanks', DEVELOPMENT),
    asset: get('/demo/assets/*', DEVELOPMENT),
    config: get('/demo/config.json', DEVELOPMENT),
    addReceiver: post('/demo/receivers/:slug', { ...DEVELOPMENT, ...NO_BODY }),
    webhooks: get('/demo/webhooks', DEVELOPMENT),
    receiveWebhook: post('/demo/webhooks/:slug', {
      ...DEVELOPMENT,
      calledWith: 'signature',
      ...CALLBACK_BODY,
    }),
  },
} satisfies Record<string, Record<string, Route>>;

export const ALL_ROUTES: readonly Route[] = Object.values(ROUTES).flatMap((door) =>
  Object.values<Route>(door),
);
