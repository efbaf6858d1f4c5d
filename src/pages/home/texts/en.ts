/** What the front page says. */
export const en = {
  title: 'Tessera: tickets for events',
  headline: 'Tickets, sold wherever your guests are.',
  lead: 'Tessera is open-source event ticketing. It keeps the events, the seats, the payments and the tickets; any site sells them, and phones let the guests in.',
  buyers: {
    title: 'I have a ticket, or want one',
    found: 'Your tickets are in the e-mail that came when you ordered.',
    sender: (address: string) => `It is from ${address}: search your mail for that, and look into spam.`,
    lost: 'Not there? Write to the host of the event, who can send them again: the event’s page says how.',
    buy: 'To buy, open the event’s page. Its host shares the link.',
    event: 'Look at an event’s page',
    mailbox: 'Open this demo’s mailbox',
  },
  hosts: {
    title: 'I have an event',
    about: 'Publish it in minutes, and look after it in one place.',
    things: [
      'Standing places, or seats on a map',
      'Guest lists, messages, refunds',
      'Sales and money as they come in',
      'Doors that work without a network',
    ],
    dashboard: 'Open the dashboard',
    signUp: 'Become a host',
    closed: 'New hosts are let in by those who run this service.',
  },
  integrators: {
    title: 'I build a site',
    about:
      'Browse, hold and sell over a REST API, with keys that are safe in a browser. Or put the checkout into a frame and be done.',
    reference: 'API reference',
    quickstart: 'Quickstart',
    embed: 'The checkout in a frame',
    webhooks: 'Webhooks',
    document: 'OpenAPI document',
    shop: 'See the demo shop',
  },
  facts: [
    {
      name: 'Never oversold',
      text: 'A ticket is held while its buyer pays. However many press at once, one gets the last.',
    },
    {
      name: 'Paid to the host',
      text: 'By Paystack, Flutterwave or Stripe, into the host’s own account.',
    },
    { name: 'Any phone, any network', text: 'Pages are small, and work in English and French.' },
    { name: 'Yours to run', text: 'One program on your own machine, with all of its data.' },
  ],
  foot: 'Tessera, open-source event ticketing',
};

export type HomeTexts = typeof en;
