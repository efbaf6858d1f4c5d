/**
 * Every way in which the service says no: the machine-readable code, its HTTP status and when it is said. Clients
 * branch on the code, so a code never changes its meaning.
 */
export const REFUSALS = {
  bad_request: { status: 400, when: 'The request is not valid HTTP/1.1, or has no `Host` header.' },
  malformed_body: { status: 400, when: 'The body is not JSON in UTF-8, or not a JSON object.' },
  validation_failed: { status: 400, when: 'A field or parameter is missing or breaks its rules.' },
  invalid_cursor: { status: 400, when: 'The cursor was not issued by this service for this list.' },
  unknown_ticket: { status: 400, when: 'A `sku` is no ticket type of this event.' },
  tickets_unavailable: { status: 400, when: 'Not enough tickets are left, or they are not on sale now.' },
  quantity_limit: { status: 400, when: 'More tickets than one order may have.' },
  too_many_held: {
    status: 400,
    when: 'Too many tickets of this event are held, unpaid or taken for free from this address or by this e-mail.',
  },
  invalid_promo_code: {
    status: 400,
    when: 'The promo code is unknown, used up, out of date or for other tickets.',
  },
  seat_map_event: { status: 400, when: 'The event is sold seat by seat, through the checkout embed only.' },
  missing_reservation_token: { status: 400, when: 'The order lacks the `X-Device-ID` header.' },
  reservation_expired: { status: 400, when: 'No live reservation belongs to the token.' },
  quote_mismatch: { status: 400, when: "The quote is not the reservation's newest." },
  nothing_to_release: { status: 400, when: 'There is no reservation to release.' },
  unauthorized: { status: 401, when: 'The API key is missing or unknown, or its host is suspended.' },
  wrong_key_type: { status: 403, when: 'The key is a private one, which the API never takes.' },
  device_revoked: { status: 401, when: 'The phone at the door was removed, or another has its place.' },
  device_ended: { status: 401, when: 'The time of the phone at the door is over.' },
  link_ended: { status: 401, when: 'The link for a phone at the door was used, or is too old.' },
  sign_in_required: { status: 401, when: 'Nobody is signed in, or the session has ended.' },
  not_allowed: { status: 403, when: "The member's role does not include this." },
  host_suspended: { status: 403, when: 'The host was suspended by whoever runs the service.' },
  second_step_required: { status: 403, when: 'A code or a passkey is asked for, again after some minutes.' },
  password_required: { status: 403, when: 'The password is asked for again, after some minutes.' },
  factor_required: { status: 403, when: 'A second factor has to be set up first.' },
  other_site: { status: 403, when: 'The request comes from a page of another site.' },
  not_found: { status: 404, when: 'There is no such address, or no such event for this host.' },
  order_exists: { status: 409, when: 'The reservation has an order already.' },
  order_in_progress: { status: 409, when: 'An order for the reservation is being made at this moment.' },
  last_owner: { status: 409, when: 'The host would be left without an owner.' },
  member_exists: { status: 409, when: 'The person is a member of the host already.' },
  refunds_needed: { status: 409, when: 'Money would have to go back, which takes an owner.' },
  changed_meanwhile: { status: 409, when: 'Somebody else has changed it since it was read.' },
  not_ready: { status: 409, when: 'The event lacks something that it must have before it is public.' },
  seats_in_use: { status: 409, when: 'Seats that are sold or held would go, or be sold as something else.' },
  wrong_state: { status: 409, when: 'What it is asked for, it is past, or not yet at.' },
  request_timeout: { status: 408, when: 'The request took too long to arrive.' },
  body_too_large: { status: 413, when: 'The body is larger than the service reads.' },
  unsupported_media_type: { status: 415, when: 'The body is not sent as `application/json`.' },
  expectation_failed: { status: 417, when: '`Expect` is something else than `100-continue`.' },
  rate_limited: { status: 429, when: 'Too many requests; `Retry-After` says when to come back.' },
  waiting_room: {
    status: 429,
    when: 'The event has a waiting room, and it is not the turn of this `X-Device-ID` yet; `Link` names the room, `Retry-After` says when to come back.',
  },
  headers_too_large: { status: 431, when: 'The address and the headers are larger than the service reads.' },
  internal_error: { status: 500, when: 'The service failed; the failure is on record.' },
  payment_gateway_error: { status: 502, when: 'The payment gateway failed; the tickets stay held.' },
  gateway_away: {
    status: 502,
    when: "The payment gateway didn't answer when a key was checked: nothing was saved.",
  },
  unavailable: {
    status: 503,
    when: 'The service is overloaded or its database is away; `Retry-After` says when to come back.',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** An expected no, thrown where it is known and turned into an answer in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfterSeconds: number | null;
  /** Where to wait, for `waiting_room`. */
  readonly roomUrl: string | null;
  /** The field that is wrong, as a path such as `recipients[2].phone`; null where it is no single one. */
  readonly field: string | null;
  /** What somebody else has made of it meanwhile, for `changed_meanwhile`; what is still to be done, for `not_ready`. */
  readonly current: object | null;

  /** The message is one sentence that names what is wrong and how to mend it. */
  constructor(
    code: RefusalCode,
    message: string,
    options: {
      retryAfterSeconds?: number;
      roomUrl?: string;
      field?: string | null;
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
    this.field = options.field ?? null;
    this.current = options.current ?? null;
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }
}

/** A field that breaks its rule. The sentence begins with the field's name: `rule` is the rest of it. */
export const invalidField = (field: string, rule: string): Refusal =>
  new Refusal('validation_failed', `${field} ${rule}`, { field });
