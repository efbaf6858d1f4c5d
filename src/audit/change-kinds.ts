/** The kinds of change that the log can be filtered by, each with what it is about: the part of an action before the dot. */
export const CHANGE_KINDS = {
  team: ['member', 'invitation'],
  access: ['person', 'second_step', 'factor', 'session'],
  support: ['support'],
  keys: ['public_key', 'private_key'],
  payments: ['payment_account'],
  settings: ['host'],
  events: [
    'event',
    'ticket_type',
    'pool',
    'promo_code',
    'seat_map',
    'waiting_room',
    'waiting_list',
    'category',
  ],
  check_in: ['door', 'device', 'check_in'],
  orders: ['order', 'refund', 'ticket', 'guest', 'buyer', 'message', 'report'],
  webhooks: ['webhook', 'delivery'],
} as const satisfies Record<string, readonly string[]>;

export type ChangeKind = keyof typeof CHANGE_KINDS;

/**
 * The personal log lines that owners of a person's hosts see: whether somebody gets in, or tries to, and how. Not the other hosts of the
 * person, nor changes of their own account.
 */
export const ACCESS_ACTIONS = [
  'person.sign_in',
  'person.sign_in_failed',
  'person.reset_password',
  'person.change_password',
  'person.change_email',
  'person.prove_password_failed',
  'second_step.fail',
  'factor.add',
  'factor.remove',
  'factor.renew',
  'factor.forget',
];
