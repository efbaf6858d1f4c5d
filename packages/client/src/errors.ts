/** The API's error codes with their HTTP status. A code never changes its meaning. */
export type ApiErrors = {
  bad_request: 400;
  malformed_body: 400;
  validation_failed: 400;
  invalid_cursor: 400;
  unknown_ticket: 400;
  tickets_unavailable: 400;
  quantity_limit: 400;
  too_many_held: 400;
  invalid_promo_code: 400;
  seat_map_event: 400;
  missing_reservation_token: 400;
  reservation_expired: 400;
  quote_mismatch: 400;
  nothing_to_release: 400;
  unauthorized: 401;
  wrong_key_type: 403;
  not_found: 404;
  request_timeout: 408;
  order_exists: 409;
  order_in_progress: 409;
  body_too_large: 413;
  unsupported_media_type: 415;
  expectation_failed: 417;
  rate_limited: 429;
  waiting_room: 429;
  headers_too_large: 431;
  internal_error: 500;
  payment_gateway_error: 502;
  unavailable: 503;
};

/** The reasons that the API gives for some codes, by the code. A reason never changes its meaning either. */
export type ApiReasons = {
  tickets_unavailable:
    | 'sold_out'
    | 'not_enough_left'
    | 'not_yet_on_sale'
    | 'sale_ended'
    | 'event_ended'
    | 'event_cancelled';
  validation_failed: 'idempotency_key_reused';
  too_many_held: 'network_limit' | 'network_unpaid' | 'email_unpaid';
  invalid_promo_code: 'unknown_code' | 'code_for_other_tickets' | 'code_not_valid_now';
  payment_gateway_error: 'sum_not_payable';
};

/** The client's own error codes, for when the API said nothing. */
export type OwnErrors = {
  /** No answer came: no network, no such server, a connection that broke. */
  network_error: 0;
  /** No answer arrived in time. */
  timeout: 0;
  /** Something answered that is not the API, such as a proxy. The status is its own. */
  unexpected_answer: number;
};

type Statuses = ApiErrors & OwnErrors;
export type ErrorCode = keyof Statuses;

interface Failure<Code extends ErrorCode> extends Error {
  readonly error_code: Code;
  readonly status: Statuses[Code];
  /** The code more exactly. Null where it says it all; a newer server may have a reason that is not in these types. */
  readonly reason: Code extends keyof ApiReasons ? ApiReasons[Code] | null : null;
  /** For whoever runs the service: it names the request in its log. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** With `waiting_room`: the page that shows the visitor their place in line. */
  readonly roomUrl: string | null;
}

/** Everything that a call throws, but for the reason of a signal that you aborted. A union: `error_code` tells which. */
export type TesseraError = { [Code in ErrorCode]: Failure<Code> }[ErrorCode];

/** An event's waiting room has not let the visitor in yet. */
export type WaitingRoomError = Failure<'waiting_room'>;

export type FailureFacts = {
  error_code: ErrorCode;
  status: number;
  message: string;
  reason?: string | null;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  roomUrl?: string | null;
  cause?: unknown;
};

class Thrown extends Error {
  readonly error_code: ErrorCode;
  readonly status: number;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly roomUrl: string | null;

  constructor(facts: FailureFacts) {
    const { error_code, status, message, reason, requestId, retryAfterSeconds, roomUrl, cause } = facts;
    super(message, { cause });
    this.name = 'TesseraError';
    this.error_code = error_code;
    this.status = status;
    this.reason = reason ?? null;
    this.requestId = requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
    this.roomUrl = roomUrl ?? null;
  }
}

/** `error instanceof TesseraError` makes it the union. */
export const TesseraError = Thrown as unknown as {
  new (facts: FailureFacts): TesseraError;
  readonly prototype: TesseraError;
  // Narrows both ways, which a prototype that is a union does not.
  [Symbol.hasInstance](value: unknown): value is TesseraError;
};
