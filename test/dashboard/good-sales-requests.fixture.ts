import { COMPANY } from '../../src/invoices/invoices.fixture.ts';
import { randomUUID, randomUUIDv7 } from 'node:crypto';

const ORDER = '/dashboard/hosts/:hostId/orders/:reference';
const OF_EVENT = '/dashboard/hosts/:hostId/events/:eventId';

/** By method and path. */
export type GoodBodies = Record<string, (ids: Record<string, string>) => object>;

const FILE_FORM = { withBom: true, separator: 'semicolon' };
const GUEST_LIST = 'first name,last name,e-mail,ticket type\nChi,Eze,chi@test.example,Ticket 1';
const GUEST = {
  seatIds: [],
  email: 'guest@test.example',
  firstName: 'Ngozi',
  lastName: 'Ade',
  note: '',
  guestNote: '',
  language: 'en',
  requestKey: '0193f1c8-5f0e-7e2a-9a51-2f3f0a3c7d11',
};

/** Orders by no filter: all of them. */
export const NO_FILTERS = {
  search: '',
  status: '',
  event: '',
  type: '',
  source: '',
  payment: '',
  promo: '',
  from: '',
  to: '',
  attention: '',
  clock: 'host',
};

/** The good bodies for orders, guests, messages and money. */
export const SALES_BODIES: GoodBodies = {
  // Orders.
  'POST /dashboard/hosts/:hostId/orders/resend': ({ reference }) => ({ references: [reference] }),
  'POST /dashboard/hosts/:hostId/orders/resendings': () => ({ ...NO_FILTERS, resendingId: randomUUID() }),
  [`POST ${ORDER}/refunds`]: () => ({
    requestKey: randomUUID(),
    ticketIds: [],
    amountMinor: 100,
    returnsDifferences: true,
    returnsStock: true,
    tellsBuyer: false,
    reason: 'Ill.',
    leftMinor: 100,
    goodTickets: 1,
  }),
  [`POST ${ORDER}/refunds/:refundId/settle`]: () => ({ reason: 'By transfer.', evenIfUnderWay: false }),
  [`POST ${ORDER}/returns/:returnId/decline`]: () => ({ reason: 'The seats are sold.' }),
  [`POST ${ORDER}/tickets/block`]: () => ({ isBlocked: true }),
  [`PATCH ${ORDER}/tickets/:ticketId`]: () => ({
    firstName: 'Adaeze',
    lastName: 'Obi',
    seen: '0'.repeat(32),
  }),
  [`POST ${ORDER}/tickets/:ticketId/pass-on`]: () => ({
    email: 'bimbo@example.com',
    firstName: 'Bimbo',
    lastName: 'Ade',
    seen: '0'.repeat(32),
  }),
  [`POST ${ORDER}/tickets/:ticketId/seat`]: () => ({
    fromSeatId: randomUUID(),
    toSeatId: randomUUID(),
    ticketTypeId: null,
    takesHouseSeat: false,
    asksDifference: false,
    seenDifferenceMinor: 0,
  }),
  [`POST ${ORDER}/tickets/:ticketId/cheaper-seat`]: () => ({
    fromSeatId: randomUUID(),
    toSeatId: randomUUID(),
    ticketTypeId: null,
    takesHouseSeat: false,
    seenDifferenceMinor: -100,
    requestKey: randomUUID(),
  }),
  'PATCH /dashboard/hosts/:hostId/payment-accounts/bank-transfer': () => ({
    version: 0,
    isOn: true,
    currency: 'NGN',
    accountHolder: 'Lagos Nights Ltd',
    bankName: 'First Bank',
    accountNumber: '0123456789',
    branchCode: '011',
    bic: '',
    keepDays: 5,
    endsBeforeDays: 7,
    mostPerEmail: 2,
    mostPerAddress: 5,
    mostSharePercent: 25,
    eventsOff: [],
  }),
  'POST /dashboard/hosts/:hostId/bank-transfers/statement/check': () => ({
    text: 'reference,amount\nRent,1.00',
    columns: {},
  }),
  'POST /dashboard/hosts/:hostId/bank-transfers/statement': () => ({
    text: 'reference,amount\nRent,1.00',
    columns: {},
    lines: [2],
  }),
  [`PATCH ${ORDER}/answers`]: () => ({ answers: [], seen: '0'.repeat(32) }),
  [`PATCH ${ORDER}/invoice`]: () => ({ ...COMPANY }),
  [`PATCH ${ORDER}/buyer`]: () => ({
    email: 'ada.obi@example.com',
    firstName: 'Adaeze',
    lastName: 'Obi',
    seen: '0'.repeat(32),
  }),
  // Guests.
  'POST /dashboard/hosts/:hostId/events/:eventId/guests/give': ({ ticketTypeId = '' }) => ({
    firstName: 'Chi',
    lastName: 'Eze',
    email: 'chi@test.example',
    language: 'en',
    lines: [{ ticketTypeId, quantity: 1 }],
    sendsMail: false,
    guestNote: '',
    requestKey: randomUUID(),
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/guests/list/check': () => ({ text: GUEST_LIST }),
  'POST /dashboard/hosts/:hostId/events/:eventId/guests/list': () => ({
    text: GUEST_LIST,
    sendsMail: false,
    guestNote: '',
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/guests/sell': ({ ticketTypeId }) => ({
    ...GUEST,
    lines: [{ ticketTypeId, quantity: 1, priceMinor: 150_000 }],
    paidBy: 'cash',
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/guests/give-seats': ({ ticketTypeId }) => ({
    ...GUEST,
    lines: [{ ticketTypeId, quantity: 1 }],
    requestKey: '0193f1c8-5f0e-7e2a-9a51-2f3f0a3c7d12',
  }),
  // Messages.
  [`POST ${OF_EVENT}/messages`]: () => ({
    messageId: randomUUIDv7(),
    subject: 'Doors open at seven',
    text: 'Come early.',
    audience: 'holders',
    attendance: 'all',
    ticketTypeIds: [],
  }),
  [`POST ${OF_EVENT}/messages/preview`]: () => ({
    subject: 'Doors open at seven',
    text: 'Come early.',
    language: 'en',
    part: 'html',
  }),
  [`POST ${OF_EVENT}/messages/test`]: () => ({
    subject: 'Doors open at seven',
    text: 'Come early.',
    language: 'en',
  }),
  [`PATCH ${OF_EVENT}/messages/automatic/:kind`]: () => ({
    isOn: true,
    hours: '24',
    note: 'Bring a coat.',
  }),
  [`POST ${OF_EVENT}/messages/automatic/:kind/preview`]: () => ({
    note: 'Bring a coat.',
    language: 'en',
    part: 'html',
  }),
  [`POST ${OF_EVENT}/messages/automatic/:kind/test`]: () => ({ note: 'Bring a coat.', language: 'en' }),
  // Check-in.
  [`PATCH ${OF_EVENT}/check-in/rules`]: () => ({
    allowsReentry: true,
    opensMinutesBefore: 90,
    opensNow: false,
  }),
  [`POST ${OF_EVENT}/check-in/doors`]: () => ({ name: 'Back door', ticketTypeIds: [] }),
  [`PATCH ${OF_EVENT}/check-in/doors/:doorId`]: ({ ticketTypeId = '' }) => ({
    name: 'Side door',
    ticketTypeIds: [ticketTypeId],
    version: 1,
  }),
  [`POST ${OF_EVENT}/check-in/doors/:doorId/devices`]: () => ({
    name: 'Phone of Chi',
    maySearch: true,
    endsAt: null,
  }),
  [`POST ${OF_EVENT}/check-in/doors/:doorId/device-sheet`]: () => ({
    name: 'Phone',
    count: 3,
    linkHours: 24,
  }),
  [`PATCH ${OF_EVENT}/check-in/devices/:deviceId`]: () => ({ maySearch: true }),
  [`POST ${OF_EVENT}/check-in/devices/:deviceId/late-scans/accept`]: () => ({ until: 1 }),
  [`POST ${OF_EVENT}/check-in/devices/:deviceId/late-scans/discard`]: () => ({ until: 1 }),
  // Exports, reports and a buyer's data.
  'POST /dashboard/hosts/:hostId/exports/orders': ({ eventId = null }) => ({
    ...FILE_FORM,
    filters: {
      eventId,
      search: 'Ada',
      status: 'confirmed',
      source: 'api',
      wayOfPayment: 'none',
      ticketTypeId: null,
      promoCode: null,
      from: '2026-01-01',
      to: '2199-01-01',
      needsAttention: false,
      clock: 'event',
    },
  }),
  'POST /dashboard/hosts/:hostId/buyer-data/find': () => ({ email: 'nobody@test.example' }),
  'POST /dashboard/hosts/:hostId/buyer-data/file': () => ({ email: 'nobody@test.example' }),
  'POST /dashboard/hosts/:hostId/buyer-data/erase': () => ({ email: 'nobody@test.example', alsoAhead: true }),
  'POST /dashboard/hosts/:hostId/exports/guests': ({ eventId = null }) => ({
    ...FILE_FORM,
    filters: { eventId, search: 'Ada', ticketTypeId: null, state: 'good', how: 'bought' },
  }),
  'POST /dashboard/hosts/:hostId/exports/newsletter': () => ({
    withBom: true,
    separator: 'comma',
    filters: { eventId: null },
  }),
  'POST /dashboard/hosts/:hostId/exports/check-ins': ({ eventId = null }) => ({
    ...FILE_FORM,
    filters: { eventId },
  }),
  'POST /dashboard/hosts/:hostId/exports/report': ({ eventId = null }) => ({
    ...FILE_FORM,
    filters: { eventId, by: 'day', from: '2026-01-01', to: null },
  }),
  'POST /dashboard/hosts/:hostId/exports/invoices': () => ({
    ...FILE_FORM,
    filters: { eventId: null, from: '2026-01-01', to: null },
  }),
  'POST /dashboard/hosts/:hostId/exports/invoice-files': () => ({
    ...FILE_FORM,
    filters: { eventId: null, from: null, to: '2026-12-31' },
  }),
  'POST /dashboard/hosts/:hostId/exports/promo-uses': ({ eventId = null }) => ({
    ...FILE_FORM,
    filters: { eventId },
  }),
};
