import {
  by,
  byWithStep,
  EVENT,
  ANSWERED_ORDER_BODY,
  FORM_BODY,
  INVOICE_BODY,
  get,
  HOST,
  LIST_BODY,
  HOST_ORDER_BODY,
  MESSAGE_BODY,
  NO_BODY,
  patch,
  post,
  REFUND_BODY,
  TICKET_TYPE_BODY,
  type Route,
} from './route.ts';

const ORDER = `${HOST}/orders/:reference` as const;

/** The routes after a sale: orders, guests, messages to them, and the money. */
export const SALES_ROUTES = {
  /** A host's orders, or those of one event; and one order with its whole story. */
  orders: {
    list: get(`${HOST}/orders`, by('orders.see')),
    ofEvent: get(`${EVENT}/orders`, by('orders.see')),
    // A hundred references.
    resend: post(`${HOST}/orders/resend`, { ...by('orders.change'), ...FORM_BODY }),
    one: get(`${HOST}/orders/:reference`, by('orders.see')),
  },
  /** Tickets that are sent again to all orders that match. */
  resendings: {
    count: get(`${HOST}/orders/resendings/count`, by('orders.change')),
    latest: get(`${HOST}/orders/resendings/latest`, by('orders.change')),
    start: post(`${HOST}/orders/resendings`, { ...by('orders.change'), ...FORM_BODY }),
    stop: post(`${HOST}/orders/resendings/:resendingId/stop`, { ...by('orders.change'), ...NO_BODY }),
    resume: post(`${HOST}/orders/resendings/:resendingId/resume`, { ...by('orders.change'), ...NO_BODY }),
  },
  /** The host's actions on one order. */
  order: {
    refund: post(`${ORDER}/refunds`, { ...byWithStep('orders.refund'), ...REFUND_BODY }),
    retryRefund: post(`${ORDER}/refunds/:refundId/retry`, { ...byWithStep('orders.refund'), ...NO_BODY }),
    settleRefund: post(`${ORDER}/refunds/:refundId/settle`, { ...byWithStep('orders.refund'), ...FORM_BODY }),
    approveReturn: post(`${ORDER}/returns/:returnId/approve`, { ...byWithStep('orders.refund'), ...NO_BODY }),
    declineReturn: post(`${ORDER}/returns/:returnId/decline`, { ...by('orders.refund'), ...FORM_BODY }),
    /** Has the tickets of a disputed order refused at the doors, or let in again. */
    blockTickets: post(`${ORDER}/tickets/block`, { ...by('orders.refund'), ...FORM_BODY }),
    markPaid: post(`${ORDER}/mark-paid`, { ...byWithStep('orders.refund'), ...NO_BODY }),
    resend: post(`${ORDER}/resend`, { ...by('orders.change'), ...NO_BODY }),
    // Codes go to another address: so with a second step, and so does passing on.
    correctInvoice: patch(`${ORDER}/invoice`, { ...by('orders.change'), ...INVOICE_BODY }),
    correctBuyer: patch(`${ORDER}/buyer`, { ...byWithStep('orders.change'), ...FORM_BODY }),
    correctAnswers: patch(`${ORDER}/answers`, { ...by('orders.change'), ...ANSWERED_ORDER_BODY }),
    renameHolder: patch(`${ORDER}/tickets/:ticketId`, { ...by('orders.change'), ...FORM_BODY }),
    passOn: post(`${ORDER}/tickets/:ticketId/pass-on`, { ...byWithStep('orders.change'), ...FORM_BODY }),
    /** Seats that a ticket can be given instead of its own, which of them are taken, and the change itself. */
    otherSeats: get(`${ORDER}/tickets/:ticketId/seats`, by('orders.change')),
    takenSeats: get(`${ORDER}/tickets/:ticketId/seats/taken`, by('orders.change')),
    exchangeSeat: post(`${ORDER}/tickets/:ticketId/seat`, { ...by('orders.change'), ...FORM_BODY }),
    exchangeForLess: post(`${ORDER}/tickets/:ticketId/cheaper-seat`, {
      ...byWithStep('orders.refund'),
      ...FORM_BODY,
    }),
    cancel: post(`${ORDER}/cancel`, { ...by('orders.change'), ...NO_BODY }),
  },
  /** The guests: tickets that were bought, given away, or sold by the host. */
  eventGuests: {
    view: get(`${EVENT}/guests`, by('orders.see')),
    addView: get(`${EVENT}/guests/add`, by('guests.add')),
    give: post(`${EVENT}/guests/give`, { ...by('guests.add'), ...TICKET_TYPE_BODY }),
    checkList: post(`${EVENT}/guests/list/check`, { ...by('guests.add'), ...LIST_BODY }),
    sendList: post(`${EVENT}/guests/list`, { ...by('guests.add'), ...LIST_BODY }),
    template: get(`${EVENT}/guests/template`, by('guests.add')),
    sell: post(`${EVENT}/guests/sell`, { ...by('guests.add'), ...HOST_ORDER_BODY }),
    giveSeats: post(`${EVENT}/guests/give-seats`, { ...by('guests.add'), ...HOST_ORDER_BODY }),
    seats: get(`${EVENT}/guests/seats`, by('guests.add')),
    takenSeats: get(`${EVENT}/guests/seats/taken`, by('guests.add')),
  },
  /** The messages to ticket holders. */
  eventMessages: {
    view: get(`${EVENT}/messages`, by('messages.send')),
    newView: get(`${EVENT}/messages/new`, by('messages.send')),
    count: get(`${EVENT}/messages/recipients`, by('messages.send')),
    preview: post(`${EVENT}/messages/preview`, { ...by('messages.send'), ...MESSAGE_BODY }),
    test: post(`${EVENT}/messages/test`, { ...by('messages.send'), ...MESSAGE_BODY }),
    send: post(`${EVENT}/messages`, { ...by('messages.send'), ...MESSAGE_BODY }),
    one: get(`${EVENT}/messages/:messageId`, by('messages.send')),
    oneShown: get(`${EVENT}/messages/:messageId/shown`, by('messages.send')),
    stop: post(`${EVENT}/messages/:messageId/stop`, { ...by('messages.send'), ...NO_BODY }),
    resume: post(`${EVENT}/messages/:messageId/resume`, { ...by('messages.send'), ...NO_BODY }),
    automatic: get(`${EVENT}/messages/automatic/:kind`, by('messages.send')),
    changeAutomatic: patch(`${EVENT}/messages/automatic/:kind`, { ...by('messages.send'), ...MESSAGE_BODY }),
    previewAutomatic: post(`${EVENT}/messages/automatic/:kind/preview`, {
      ...by('messages.send'),
      ...MESSAGE_BODY,
    }),
    testAutomatic: post(`${EVENT}/messages/automatic/:kind/test`, {
      ...by('messages.send'),
      ...MESSAGE_BODY,
    }),
  },
  /** Sums by event, time, way of payment and ticket type. */
  reports: {
    view: get(`${HOST}/reports`, by('reports.see')),
  },
  /** Files to take along: asked for after a second step, fetched by the same person within minutes. */
  exports: {
    orders: post(`${HOST}/exports/orders`, { ...byWithStep('orders.export'), ...FORM_BODY }),
    guests: post(`${HOST}/exports/guests`, { ...byWithStep('guests.export'), ...FORM_BODY }),
    promoUses: post(`${HOST}/exports/promo-uses`, { ...byWithStep('orders.export'), ...FORM_BODY }),
    report: post(`${HOST}/exports/report`, { ...byWithStep('orders.export'), ...FORM_BODY }),
    newsletter: post(`${HOST}/exports/newsletter`, { ...byWithStep('guests.export'), ...FORM_BODY }),
    checkIns: post(`${HOST}/exports/check-ins`, { ...byWithStep('guests.export'), ...FORM_BODY }),
    invoices: post(`${HOST}/exports/invoices`, { ...byWithStep('invoices.see'), ...FORM_BODY }),
    invoiceFiles: post(`${HOST}/exports/invoice-files`, { ...byWithStep('invoices.see'), ...FORM_BODY }),
    // The least of the powers that a file takes: which one it is, is asked again for what is in it.
    file: get(`${HOST}/exports/:exportId`, { ...by('guests.export'), isStream: true }),
  },
  /** All that is known of one buyer, to give out or to forget. */
  buyerData: {
    view: get(`${HOST}/buyer-data`, by('buyer_data.manage')),
    find: post(`${HOST}/buyer-data/find`, { ...byWithStep('buyer_data.manage'), ...FORM_BODY }),
    file: post(`${HOST}/buyer-data/file`, { ...byWithStep('buyer_data.manage'), ...FORM_BODY }),
    erase: post(`${HOST}/buyer-data/erase`, { ...byWithStep('buyer_data.manage'), ...FORM_BODY }),
  },
} satisfies Record<string, Record<string, Route>>;
