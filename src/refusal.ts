/**
 * Every way in which the service says no: the machine-readable code, its HTTP status and when it is said. Clients
 * branch on the code, so a code never changes its meaning.
 */
export const REFUSALS = {
  bad_request: { status: 400, when: 'The request is not valid HTTP/1.1, or has no `Host` header.' },
  malformed_body: { status: 400, when: 'The body is not JSON in UTF-8, or not a JSON object.' },
  validation_failed: { status: 400, when: 'A field or parameter is missing or breaks its rules.' },
  invalid_cursor: { status: 400, when: 'The cursor was not issued by this service for this list.' },
  unknown_ticket: { status: 400, when: 'A `sku` is not a ticket type of this event.' },
  tickets_unavailable: { status: 400, when: 'Not enough tickets are left, or they are not on sale now.' },
  quantity_limit: { status: 400, when: 'The cart has more tickets than one order may have.' },
  too_many_held: {
    status: 400,
    when: 'Too many tickets of this event are on hold, unpaid or taken for free from this network or with this e-mail.',
  },
  invalid_promo_code: {
    status: 400,
    when: 'The promo code is unknown, used up, not valid today or for other tickets.',
  },
  seat_map_event: { status: 400, when: 'The event is sold by seat, only through the checkout embed.' },
  missing_reservation_token: { status: 400, when: 'The order lacks the `X-Device-ID` header.' },
  reservation_expired: { status: 400, when: 'The token has no reservation, or its hold has expired.' },
  quote_mismatch: { status: 400, when: 'The quote is out of date.' },
  nothing_to_release: { status: 400, when: 'There is no reservation to release.' },
  unauthorized: { status: 401, when: 'The API key is missing or unknown, or its host is suspended.' },
  wrong_key_type: { status: 403, when: 'The key is private. The API only accepts public keys.' },
  device_revoked: { status: 401, when: 'The phone was removed, or another one took its place.' },
  device_ended: { status: 401, when: 'The event is over, so the phone can no longer scan for it.' },
  link_ended: { status: 401, when: 'The link for the phone has expired or been used.' },
  sign_in_required: { status: 401, when: 'Nobody is signed in, or the session has ended.' },
  not_allowed: { status: 403, when: "The member's role does not allow this." },
  host_suspended: { status: 403, when: 'The operator of this service has suspended the host.' },
  second_step_required: {
    status: 403,
    when: 'The member must confirm with a code or a passkey, again after some minutes.',
  },
  password_required: { status: 403, when: 'The member must enter the password again, after some minutes.' },
  factor_required: { status: 403, when: 'The member must set up a second factor first.' },
  other_site: { status: 403, when: 'The request comes from a page of another site.' },
  not_found: { status: 404, when: 'There is no such endpoint, or this host has no such event.' },
  order_exists: { status: 409, when: 'This reservation has already been ordered.' },
  order_in_progress: { status: 409, when: 'This reservation is being ordered right now.' },
  last_owner: { status: 409, when: 'The host would be left without an owner.' },
  member_exists: { status: 409, when: 'The person is already a member of the host.' },
  refunds_needed: { status: 409, when: 'Buyers would need refunds, so only an owner can do this.' },
  changed_meanwhile: { status: 409, when: 'Somebody else has changed it since it was read.' },
  not_ready: { status: 409, when: 'Something is missing before the event can be published.' },
  seats_in_use: {
    status: 409,
    when: 'The change would remove seats that are sold or on hold, or give them another ticket type.',
  },
  wrong_state: { status: 409, when: 'This is not possible in the current state.' },
  request_timeout: { status: 408, when: 'The request took too long to arrive.' },
  body_too_large: { status: 413, when: 'The body is larger than the service reads.' },
  unsupported_media_type: { status: 415, when: 'The body is not sent as `application/json`.' },
  expectation_failed: { status: 417, when: '`Expect` is not `100-continue`.' },
  rate_limited: { status: 429, when: 'Too many requests; `Retry-After` says when to try again.' },
  waiting_room: {
    status: 429,
    when: 'The event has a waiting room, and it is not the turn of this `X-Device-ID` yet; `Link` is the waiting room, `Retry-After` says when to try again.',
  },
  headers_too_large: { status: 431, when: 'The address and the headers are larger than the service reads.' },
  internal_error: { status: 500, when: 'The service failed; the error was recorded.' },
  payment_gateway_error: { status: 502, when: 'The payment gateway failed; the tickets stay on hold.' },
  gateway_away: {
    status: 502,
    when: "The payment gateway didn't answer when a key was checked: nothing was saved.",
  },
  unavailable: {
    status: 503,
    when: "The service is overloaded or its database can't be reached; `Retry-After` says when to try again.",
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/**
 * The code more exactly, where a program may want to know: the header `Error-Reason` of the API. A reason belongs to one code, and never
 * changes its meaning either.
 */
export const REASONS = {
  sold_out: { of: 'tickets_unavailable', when: 'None is left now. Tickets that others hold may come back.' },
  not_enough_left: { of: 'tickets_unavailable', when: 'Some are left, but fewer than you asked for.' },
  not_yet_on_sale: {
    of: 'tickets_unavailable',
    when: 'The sale has not started: see `isComingSoon` of the event and `saleStartsAt` of the ticket type.',
  },
  sale_ended: { of: 'tickets_unavailable', when: 'The ticket type is no longer sold.' },
  event_ended: { of: 'tickets_unavailable', when: 'The event is over.' },
  event_cancelled: { of: 'tickets_unavailable', when: 'The host has cancelled the event.' },
  idempotency_key_reused: {
    of: 'validation_failed',
    when: 'The `Idempotency-Key` was used with a different request in the last 24 hours.',
  },
  network_limit: {
    of: 'too_many_held',
    when: 'Too many tickets are on hold, unpaid or taken for free from this network.',
  },
  network_unpaid: {
    of: 'too_many_held',
    when: 'Too many tickets were ordered from this network lately and not paid for.',
  },
  email_unpaid: { of: 'too_many_held', when: 'This e-mail has too many unpaid orders of the event.' },
  unknown_code: { of: 'invalid_promo_code', when: 'The event has no such promo code.' },
  code_for_other_tickets: {
    of: 'invalid_promo_code',
    when: 'The promo code is for other ticket types than those in the cart.',
  },
  code_not_valid_now: { of: 'invalid_promo_code', when: 'The promo code is used up, or not valid today.' },
  sum_not_payable: {
    of: 'payment_gateway_error',
    when: 'The gateway charges no such sum: another number of tickets, or another promo code, makes another.',
  },
} as const satisfies Record<string, { of: RefusalCode; when: string }>;

export type RefusalReason = keyof typeof REASONS;

/** An expected no, thrown where it is known and turned into an answer in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfterSeconds: number | null;
  /** The waiting room's page, for `waiting_room`. */
  readonly roomUrl: string | null;
  /** The page on which the visitor may wait for tickets that come back, for `tickets_unavailable`. */
  readonly listUrl: string | null;
  /** The field that is wrong, as a path such as `recipients[2].phone`; null where it is no single one. */
  readonly field: string | null;
  /** The code more exactly; null where it says it all. */
  readonly reason: RefusalReason | null;
  /** The values that somebody else has saved, for `changed_meanwhile`; the open steps, for `not_ready`. */
  readonly current: object | null;

  /** The message is one sentence that names what is wrong and how to mend it. */
  constructor(
    code: RefusalCode,
    message: string,
    options: {
      retryAfterSeconds?: number;
      roomUrl?: string;
      listUrl?: string | null;
      field?: string | null;
      reason?: RefusalReason | null;
      current?: object;
    } = {},
  ) {
    // Nobody reads the stack of a refusal, and in a sold-out storm collecting it costs more than deciding.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.roomUrl = options.roomUrl ?? null;
    this.listUrl = options.listUrl ?? null;
    this.field = options.field ?? null;
    this.reason = options.reason ?? null;
    this.current = options.current ?? null;
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }
}

/** No route takes this method and path. Query and further length are left out of the sentence. */
export const noSuchEndpoint = ({ method, url }: { method: string; url: string }): Refusal =>
  new Refusal('not_found', `There is no endpoint ${method} ${url.split('?')[0]?.slice(0, 200) ?? ''}.`);

/** A field that breaks its rule. The sentence begins with the field's name: `rule` is the rest of it. */
export const invalidField = (field: string, rule: string): Refusal =>
  new Refusal('validation_failed', `${field} ${rule}`, { field });
