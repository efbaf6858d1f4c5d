import { by, EVENT, get, HOST, type Route } from './route.ts';

/** What becomes of a sale: orders, guests, messages to them, and the money. */
export const SALES_ROUTES = {
  /** A host's orders, or those of one event; and one order with its whole story. */
  orders: {
    list: get(`${HOST}/orders`, by('orders.see')),
    ofEvent: get(`${EVENT}/orders`, by('orders.see')),
    one: get(`${HOST}/orders/:reference`, by('orders.see')),
  },
  /** Who comes: by a ticket that was bought, given away, or sold by the host. */
  eventGuests: {
    view: get(`${EVENT}/guests`, by('orders.see')),
    addView: get(`${EVENT}/guests/add`, by('guests.add')),
  },
  /** What the holders of tickets are told. */
  eventMessages: {
    view: get(`${EVENT}/messages`, by('messages.send')),
  },
  /** Sums by event, time, way of payment and ticket type. */
  reports: {
    view: get(`${HOST}/reports`, by('reports.see')),
  },
  /** All that is known of one buyer, to give out or to forget. */
  buyerData: {
    view: get(`${HOST}/buyer-data`, by('buyer_data.manage')),
  },
} satisfies Record<string, Record<string, Route>>;
