/** The texts of the front page. */
export const en = {
  title: 'Tessera: tickets for events',
  headline: 'Tickets, sold wherever your guests are.',
  lead: 'Tessera is open-source event ticketing. It manages events, seats, payments and tickets. Any site can sell them, and phones check guests in.',
  buyers: {
    title: 'I have a ticket or want one',
    found: 'Your tickets are in the e-mail you got when you ordered.',
    sender: (address: string) => `Search your mail for ${address}, and check your spam folder.`,
    lost: 'Not there? Ask the host of the event to send them again. The event’s page says how to reach them.',
    buy: 'To buy, open the event’s page. The host shares the link.',
    event: 'See an event’s page',
    mailbox: 'Open this demo’s mailbox',
  },
  hosts: {
    title: 'I have an event',
    about: 'Publish it in minutes and manage it in one place.',
    things: [
      'Standing room, or seats on a map',
      'Guest lists, messages, refunds',
      'Live sales and revenue',
      'Check-in that works offline',
    ],
    dashboard: 'Open the dashboard',
    signUp: 'Become a host',
    closed: 'Only the operator of this service can add new hosts.',
  },
  integrators: {
    title: 'I build a site',
    about: 'Browse, hold and sell over a REST API with browser-safe keys. Or embed the checkout and be done.',
    reference: 'API reference',
    quickstart: 'Quickstart',
    embed: 'Checkout embed',
    webhooks: 'Webhooks',
    document: 'OpenAPI document',
    shop: 'See the demo shop',
  },
  facts: [
    {
      name: 'Never oversold',
      text: 'A ticket is on hold while its buyer pays. However many people press at once, only one gets the last ticket.',
    },
    {
      name: 'Paid to the host',
      text: 'By Paystack, Flutterwave or Stripe, straight into the host’s own account.',
    },
    { name: 'Any phone, any network', text: 'Pages are small, and work in English and French.' },
    { name: 'Yours to run', text: 'One program on your own machine. You keep all the data.' },
  ],
  status: 'Service status',
  foot: 'Tessera, open-source event ticketing',
};

export type HomeTexts = typeof en;
