type Times = { doors: string | null; starts: string; ends: string };

/** The texts of a ticket and its calendar file, in English. The other languages have the same keys: the types see to it. */
export const en = {
  free: 'Free',
  online: 'Online',
  placeToCome: 'Place to be announced',
  presents: (host: string) => `${host} presents`,

  /** When the doors open, where that is given, when it starts and when it ends. */
  times: ({ doors, starts, ends }: Times) =>
    doors === null ? `Starts ${starts} · ends ${ends}` : `Doors ${doors} · starts ${starts} · ends ${ends}`,

  /** The names of the host's texts. */
  agreed: { both: 'Terms and refund policy', terms: 'Terms of sale', refundPolicy: 'Refund policy' },

  pdf: {
    file: 'tickets',
    title: (event: string) => `${event}: tickets`,
    where: 'Where',
    map: 'Open the map',
    admits: 'Admits',
    ticket: 'Ticket',
    seat: 'Seat',
    paid: 'Paid',
    order: 'Order',
    position: (number: number, count: number) => `Ticket ${number} of ${count}`,
    showCode: 'Show this code at the door',
    /** Over the code of an online event. */
    yourCode: 'Your code',
    shortCode: 'If it can’t be scanned',
    /** The descriptions of pictures for people who can't see them. */
    poster: (event: string) => `Poster: ${event}`,
    code: (shortCode: string) => `QR code of ticket ${shortCode}`,
    keepCode: 'It lets one person in, once. Somebody with a copy could get in before you: do not share it.',
    soldBy: (host: string) => `Sold by ${host}`,
    taxNumber: (number: string) => `Tax number ${number}`,
    ask: (address: string) => `Questions: ${address}`,
  },

  calendar: {
    by: (host: string) => `By ${host}.`,
    saleStarts: (event: string) => `Ticket sale: ${event}`,
    inEmail: (reference: string) => `The tickets are in your e-mail: order ${reference}.`,
    map: (url: string) => `Map: ${url}`,
    lostEmail: (orderUrl: string) => `Lost the e-mail? ${orderUrl}`,
  },
};

export type TicketTexts = typeof en;
