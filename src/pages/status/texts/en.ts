import type { ServiceState } from '../../../status/read-status.ts';

/** The texts of the status page. */
export const en = {
  title: 'Service status',
  states: {
    sound: {
      headline: 'Everything is working',
      text: 'You can buy tickets, open the ones you have, and check guests in.',
    },
    late: {
      headline: 'E-mails are late',
      text: 'You can buy tickets. The e-mail with them may take a while. You also find them on the page that you see after paying.',
    },
    incident: {
      headline: 'Something is not working',
      text: 'We know about it and are working on it. Tickets you bought stay valid.',
    },
    down: {
      headline: 'Tickets can’t be bought right now',
      text: 'We are having technical trouble. Tickets you bought are in your e-mail and stay valid. If you were paying, don’t pay again: your order is completed or refunded when we are back.',
    },
  } satisfies Record<ServiceState, { headline: string; text: string }>,
  since: (moment: string) => `Since ${moment}`,
  current: 'What is going on',
  planned: 'Planned',
  past: 'The last 90 days',
  noPast: 'No incidents.',
  reload: 'Reload the page',
  home: 'Home page',
};

export type StatusTexts = typeof en;
