import type { Role } from '../../../powers.ts';
import type { OwnerNotice } from '../person-mail.ts';

/** All that mails to members say, in English. Another language has the same keys: the types see to it. Names come in unlinked. */
export const en = {
  hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  kicker: 'Your account',
  /** The mail without markup has the address in place of the button. */
  link: (label: string, url: string) => `${label}: ${url}`,
  fact: (name: string, value: string) => `${name}: ${value}`,
  footer:
    'From Tessera, where events sell their tickets. Nobody at Tessera ever asks for your password or a code.',
  ignore: 'If it was not you, do nothing: nothing happens without the link.',
  once: 'The link works once, so keep it to yourself.',

  confirm_email: {
    subject: 'Confirm your e-mail address',
    preview: 'One press, and your account is ready.',
    paragraphs: ['welcome to Tessera. Confirm that this address is yours, and your account is ready.'],
    good: 'The link is good for 24 hours.',
    button: 'Confirm my address',
  },
  reset_password: {
    subject: 'Choose a new password',
    preview: 'The link is good for 30 minutes.',
    paragraphs: [
      'somebody, most likely you, asked for a new password. When you choose one, every device that is signed in now is signed out.',
    ],
    good: 'The link is good for 30 minutes.',
    button: 'Choose a new password',
    factor: 'If you use a second factor, it stays as it is, and you will be asked for it.',
  },
  change_email: {
    subject: 'Confirm your new e-mail address',
    preview: 'The link is good for 30 minutes.',
    paragraphs: ['your account at Tessera is to have this address from now on. Confirm that it is yours.'],
    good: 'The link is good for 30 minutes.',
    button: 'Use this address',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    paragraphs: (email: string) => [
      `your account at Tessera now has the address ${email}. This one no longer signs you in, and no more mails come here.`,
      'If it was not you, somebody has been in your account: write to the operator of this service at once, and tell the owners of the hosts that you work for.',
    ],
  },
  password_changed: {
    subject: 'Your password was changed',
    paragraphs: [
      'the password of your account at Tessera was changed, and every other device was signed out.',
    ],
    notYou:
      'If it was not you, choose a new password at once, and tell the owners of the hosts that you work for.',
    button: 'Choose a new password',
  },
  sign_up_with_known_email: {
    subject: 'You have an account already',
    preview: 'Somebody tried to sign up with your address.',
    paragraphs: [
      'somebody, perhaps you, tried to sign up at Tessera with this address. It has an account already, so no second one was made.',
      'Sign in with it. If you don’t know the password any more, choose a new one.',
    ],
    button: 'Sign in',
    reset: 'Choose a new password',
    ignore: 'If it was not you, do nothing. Nothing was changed.',
  },
  invitation: {
    subject: (host: string) => `You are invited to ${host}`,
    preview: (host: string) => `Work with ${host} on its events.`,
    news: ({ host, inviter, role }: { host: string; inviter: string; role: string }) =>
      inviter === ''
        ? `you are invited to work with ${host} at Tessera, as ${role}.`
        : `${inviter} invites you to work with ${host} at Tessera, as ${role}.`,
    roles: {
      owner: 'an owner: you may do everything, the team and the payments included',
      manager: 'a manager: you look after events, tickets and orders',
      finance: 'a finance member: you look after orders, refunds and reports',
      door: 'a door member: you let guests in',
    } satisfies Record<Role, string>,
    good: (until: string) => `The link is good until ${until}.`,
    button: 'See the invitation',
    ignore: 'If you don’t know them, do nothing: nothing happens without the link.',
  },

  owner_notice: {
    account: 'your account',
    subject: ({ what, host }: { what: OwnerNotice; host: string }) => `${host}: ${NOTICES[what]}`,
    title: (what: OwnerNotice) => `${NOTICES[what].charAt(0).toUpperCase()}${NOTICES[what].slice(1)}`,
    news: (host: string) =>
      `something that matters was changed at ${host}. If you know of it, you need not do anything.`,
    facts: { what: 'What', times: 'How often', subject: 'Whose', by: 'By', at: 'When', address: 'From' },
    times: (count: number) =>
      `${count} times since our last e-mail; this is the newest. The audit log has all of them.`,
    operator: 'the operator of this service',
    system: 'the program itself',
    notYou: [
      'If none of you did this: choose a new password, look at who is in the team and undo the change, in this order.',
      'Then tell the operator of this service, who can stop all sales of the host at once.',
    ],
    button: 'Open the dashboard',
    footer: (host: string) =>
      `You get this because such a change at ${host} is told to all owners and to whom it is about.`,
  },

  receiver_failing: {
    subject: ({ event }: { event: string; receiver: string }) => `Webhooks of ${event} do not arrive`,
    title: 'Webhooks do not arrive',
    news: ({ event, receiver }: { event: string; receiver: string }) =>
      `for hours nothing that we sent to ${receiver} about ${event} has arrived. Tickets are sold and buyers get them as ever; your own systems do not hear of it.`,
    todo: 'See what it answered, mend it, press Test until the test arrives, and have what was given up sent again. It is kept for 30 days.',
    facts: { event: 'Event', receiver: 'Receiver', since: 'Failing since', givenUp: 'Deliveries given up' },
    button: 'See its deliveries',
    once: 'We write once. When something has arrived and it fails again for hours, we write again.',
    footer: (host: string) => `You get this because you are an owner of ${host}.`,
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
