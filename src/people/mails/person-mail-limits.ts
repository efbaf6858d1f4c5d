import type { PersonMail } from './person-mail.ts';

/**
 * The limit of each mail to people of the dashboard, so that none can fill a mailbox. A new kind needs its line here.
 *
 * - `by attempts`: each counts against a limit of attempts, by the address it goes to.
 * - `by invitations`: 40 a day for a host, 5 a day to one address (hosts/invitations/invitation-limits.ts).
 * - `joined`: the first goes at once, and further ones are one mail later (join-notices.ts).
 * - `once`: it follows from something that happens once: a link that was pressed, a receiver or a gateway that stopped answering, a dispute that opened or ended;
 *   or the operator does it, or starts it, by hand.
 * - `never`: nobody is kept from their account for want of mails. Strangers who ask for it are slowed down by limits of attempts.
 */
export const PERSON_MAIL_LIMITS = {
  reset_password: 'never',
  confirm_email: 'by attempts',
  change_email: 'by attempts',
  sign_up_with_known_email: 'by attempts',
  invitation: 'by invitations',
  owner_notice: 'joined',
  password_changed: 'joined',
  email_changed: 'once',
  receiver_failing: 'once',
  gateway_down: 'once',
  dispute: 'once',
  sale_stop: 'once',
  support_visit: 'once',
} as const satisfies Record<
  PersonMail['mail'],
  'never' | 'by attempts' | 'by invitations' | 'joined' | 'once'
>;
