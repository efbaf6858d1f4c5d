type Seat = { section: string; row: string; seat: string };

/** What is on a ticket and in its calendar file, in English. The other languages have the same keys: the types see to it. */
export const en = {
  free: 'Free',
  presents: (host: string) => `${host} presents`,
  seatIn: ({ section, row, seat }: Seat) => `${section}, row ${row}, seat ${seat}`,

  pdf: {
    file: 'tickets',
    title: (event: string) => `${event}: tickets`,
    where: 'Where',
    admits: 'Admits',
    ticket: 'Ticket',
    seat: 'Seat',
    noSeat: 'Free choice of place',
    paid: 'Paid',
    order: 'Order',
    position: (number: number, count: number) => `Ticket ${number} of ${count}`,
    showCode: 'Show this code at the door',
    keepCode:
      'It lets one person in, once. A copy in other hands may be there before you: keep it to yourself.',
  },

  calendar: {
    by: (host: string) => `By ${host}.`,
    inEmail: (reference: string) => `The tickets are in your e-mail: order ${reference}.`,
    lostEmail: (orderUrl: string) => `Lost the e-mail? ${orderUrl}`,
  },
};

export type TicketTexts = typeof en;
