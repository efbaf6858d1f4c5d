import type { Role } from '../../../powers.ts';
import type { OwnerNotice, SupportVisitMail } from '../person-mail.ts';

/** All that mails to members say, in English. Another language has the same keys: the types see to it. Names come in unlinked. */
export const en = {
  hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  kicker: 'Your account',
  /** The mail without markup has the address in place of the button. */
  link: (label: string, url: string) => `${label}: ${url}`,
  fact: (name: string, value: string) => `${name}: ${value}`,
  footer: 'From Tessera, which sells tickets for events. Tessera never asks for your password or a code.',
  ignore: 'If this was not you, ignore this e-mail. Nothing happens without the link.',
  once: 'The link works once: do not share it.',

  confirm_email: {
    subject: 'Confirm your e-mail address',
    preview: 'Confirm, and your account is ready.',
    paragraphs: ['welcome to Tessera. Confirm that this address is yours, and your account is ready.'],
    good: 'The link is good for 24 hours.',
    button: 'Confirm my address',
  },
  reset_password: {
    subject: 'Choose a new password',
    preview: 'The link is good for 30 minutes.',
    paragraphs: [
      'somebody, probably you, asked for a new password. When you choose one, all devices are signed out.',
    ],
    good: 'The link is good for 30 minutes.',
    button: 'Choose a new password',
    factor: 'If you use a second factor, you still need it to sign in.',
  },
  change_email: {
    subject: 'Confirm your new e-mail address',
    preview: 'The link is good for 30 minutes.',
    paragraphs: [
      'somebody, probably you, wants to use this address for your Tessera account. Confirm that it is yours.',
    ],
    good: 'The link is good for 30 minutes.',
    button: 'Use this address',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    paragraphs: (email: string) => [
      `your Tessera account now has the address ${email}. You can no longer sign in with this one, and it gets no more e-mails.`,
      'If this was not you, somebody was in your account: contact the operator of this service at once, and tell the owners of the hosts that you work for.',
    ],
  },
  password_changed: {
    subject: 'Your password was changed',
    paragraphs: ['the password of your Tessera account was changed, and all other devices were signed out.'],
    notYou:
      'If this was not you, choose a new password at once, and tell the owners of the hosts that you work for.',
    button: 'Choose a new password',
  },
  sign_up_with_known_email: {
    subject: 'You already have an account',
    preview: 'Somebody tried to sign up with your address.',
    paragraphs: [
      'somebody, perhaps you, tried to sign up at Tessera with this address. It already has an account, so nothing changed.',
      'Sign in with this address. If you forgot the password, choose a new one.',
    ],
    button: 'Sign in',
    reset: 'Choose a new password',
    ignore: 'If this was not you, ignore this e-mail.',
  },
  invitation: {
    subject: (host: string) => `You are invited to ${host}`,
    preview: (host: string) => `Work with ${host} on its events.`,
    news: ({ host, inviter, role }: { host: string; inviter: string; role: string }) =>
      inviter === ''
        ? `you are invited to work with ${host} at Tessera, as ${role}.`
        : `${inviter} invites you to work with ${host} at Tessera, as ${role}.`,
    roles: {
      owner: 'an owner: you can do everything, including the team and payments',
      manager: 'a manager: you manage events, tickets and orders',
      finance: 'a finance member: you manage orders, refunds and reports',
      door: 'a door member: you let guests in',
    } satisfies Record<Role, string>,
    good: (until: string) => `The link is good until ${until}.`,
    button: 'See the invitation',
    ignore: 'If you don’t know them, ignore this e-mail. Nothing happens without the link.',
  },

  owner_notice: {
    account: 'your account',
    subject: ({ what, host }: { what: OwnerNotice; host: string }) => `${host}: ${NOTICES[what]}`,
    title: (what: OwnerNotice) => `${NOTICES[what].charAt(0).toUpperCase()}${NOTICES[what].slice(1)}`,
    news: (host: string) =>
      `an important setting of ${host} was changed. If you know about it, you don’t need to do anything.`,
    facts: { what: 'What', times: 'How often', subject: 'Whose', by: 'By', at: 'When', address: 'From' },
    times: (count: number) =>
      `${count} times since our last e-mail; this is the latest. The audit log shows all of them.`,
    operator: 'the operator of this service',
    system: 'the program itself',
    notYou: [
      'If nobody in your team did this, choose a new password, check the team, and undo the change, in this order.',
      'Then tell the operator of this service, who can stop all sales at once.',
    ],
    button: 'Open the dashboard',
    footer: (host: string) =>
      `You get this e-mail because all owners of ${host}, and everyone affected, are told about such changes.`,
  },

  sale_stop: {
    stopped: {
      subject: (event: string) => `The sale of ${event} was stopped`,
      news: ({ event, host }: { event: string; host: string }) =>
        `the operator of this service has stopped the sale of ${event} by ${host}. Nothing of it can be bought, and you can’t start its sale again.`,
      more: [
        'Tickets that were sold stay valid, payments that are under way are completed, and your other events stay on sale.',
        'To have it resumed, contact the operator of this service.',
      ],
    },
    resumed: {
      subject: (event: string) => `The sale of ${event} can go on`,
      news: ({ event, host }: { event: string; host: string }) =>
        `the operator of this service has ended the stop of ${event} by ${host}.`,
      more: ['It is on sale again as before. If you had paused it yourself, it is still paused.'],
    },
    facts: { event: 'Event', reason: 'Why', at: 'When' },
    button: 'Open the event',
    footer: (host: string) => `You get this e-mail because you are an owner of ${host}.`,
  },

  support_visit: {
    subject: ({ what, host }: { what: SupportVisitMail['what']; host: string }) =>
      ({
        asked: `${host}: support asks to see your dashboard`,
        allowed: `${host}: support can see your dashboard`,
        ended: `${host}: support’s visit has ended`,
        allowed_to_you: `You can see the dashboard of ${host}`,
        refused_to_you: `${host} refused your visit`,
      })[what],
    news: ({ what, host, until }: { what: SupportVisitMail['what']; host: string; until: string }) =>
      ({
        asked: [
          `the support of this service asks to look at the dashboard of ${host}. Nothing happens until an owner allows it, for 1, 4 or 24 hours.`,
          'Support can only read. It sees your events, sales figures, settings and team, but no buyers, orders, promo codes or keys, and it can’t export anything.',
        ],
        allowed: [
          `an owner let support look at the dashboard of ${host}. It can only read, until ${until}.`,
          'Then it ends by itself. Every owner can end it earlier.',
        ],
        ended: [
          `support can no longer see the dashboard of ${host}. The audit log shows which pages it opened.`,
        ],
        allowed_to_you: [
          `an owner of ${host} let you look at its dashboard until ${until}. You can only read, and the host’s audit log shows which pages you open.`,
        ],
        refused_to_you: [`an owner of ${host} refused your visit. You can’t see its dashboard.`],
      })[what],
    facts: {
      supporter: 'Who',
      reason: 'Why',
      asked: 'Asked',
      lapses: 'Answer by',
      allowedBy: 'Allowed by',
      allowed: 'Since',
      until: 'Until',
      ended: 'Ended',
      endedBy: 'Ended by',
    },
    endedHow: { operator: 'the operator of this service', time: 'its time was up', gone: 'a former owner' },
    buttons: {
      asked: 'Allow or refuse',
      allowed: 'See or end the visit',
      ended: 'See all visits',
      allowed_to_you: 'Open the dashboard',
    },
    notYou:
      'If you did not ask for help, refuse. Support never asks for your password or a code: it signs in to an account of its own.',
    footer: (host: string) => `You get this e-mail because you are an owner of ${host}.`,
  },

  dispute: {
    asked: {
      subject: (reference: string) => `A buyer’s bank asks about a payment: ${reference}`,
      news: (reference: string) =>
        `the buyer’s bank asks about the payment of order ${reference}. It has not claimed the money back yet.`,
      more: [
        'Refund the order, or answer on the gateway’s own pages before the deadline. Otherwise the bank may claim the money back.',
      ],
    },
    open: {
      subject: (reference: string) => `A payment is disputed: ${reference}`,
      news: (reference: string) =>
        `the buyer’s bank claims back the payment of order ${reference}. This is called a dispute, or a chargeback.`,
      more: [
        'Answer on the gateway’s own pages before the deadline: accept the dispute, or send what shows that the buyer got the tickets. Without an answer it is lost.',
        'Do not refund the order meanwhile: the buyer would get the money twice.',
      ],
    },
    won: {
      subject: (reference: string) => `A dispute has ended in your favour: ${reference}`,
      news: (reference: string) => `the dispute of order ${reference} has ended, and the money is yours.`,
      more: ['There is nothing to do.'],
    },
    lost: {
      subject: (reference: string) => `A dispute was lost: ${reference}`,
      news: (reference: string) =>
        `the dispute of order ${reference} was lost: the money is back with the buyer’s bank.`,
      more: ['Its tickets are still valid. You can cancel them on the order’s page, without a refund.'],
    },
    facts: { order: 'Order', amount: 'Disputed amount', gateway: 'Gateway', due: 'Answer by' },
    button: 'See the order',
    footer: (host: string) => `You get this e-mail because you may make refunds for ${host}.`,
  },

  gateway_down: {
    subject: (account: string) => `${account}: the gateway does not answer`,
    title: 'A gateway does not answer',
    news: (account: string) =>
      `the gateway of your payment account ${account} does not answer. Sales continue: buyers are offered your other accounts first.`,
    todo: 'You need to do nothing. When the gateway answers again, the account gets its place back by itself.',
    facts: { account: 'Account', since: 'Since' },
    button: 'See the payment accounts',
    once: 'We send this e-mail at most once a day for each account.',
    footer: (host: string) => `You get this e-mail because you are an owner of ${host}.`,
  },

  receiver_failing: {
    subject: ({ event }: { event: string; receiver: string }) => `Webhooks of ${event} are failing`,
    title: 'Webhooks are failing',
    news: ({ event, receiver }: { event: string; receiver: string }) =>
      `our webhooks for ${event} have not reached ${receiver} for hours. Sales continue and buyers get their tickets, but your own systems are not told.`,
    todo: 'Check what your server answered, fix it, press Test until the test arrives, then send the failed deliveries again. We keep them for 30 days.',
    facts: { event: 'Event', receiver: 'Receiver', since: 'Failing since', givenUp: 'Failed deliveries' },
    button: 'See the deliveries',
    once: 'We send this e-mail once. If deliveries work again and then fail again for hours, we send another.',
    footer: (host: string) => `You get this e-mail because you are an owner of ${host}.`,
  },
};

const NOTICES: Record<OwnerNotice, string> = {
  payment_account_added: 'a payment account was added',
  payment_account_changed: 'a payment account was changed',
  payment_account_removed: 'a payment account was removed',
  owner_added: 'an owner was added',
  owner_removed: 'an owner was removed',
  role_changed: 'an owner’s role was changed',
  private_key_rotated: 'the private key was replaced',
  factor_added: 'a second factor was added',
  factor_removed: 'a second factor was removed',
  factors_forgotten: 'all second factors of a member were removed',
  recovery_codes_made: 'new recovery codes were made',
};

export type PersonMailTexts = typeof en;
