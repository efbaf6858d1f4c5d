import type { IncomingMessage } from 'node:http';
import { isSlug } from '../events/slug.ts';
import type { KeyFinder } from '../hosts/keys/find-key.ts';
import type { RequestCounter } from '../http/count-request.ts';
import { writeRefusal } from '../http/errors.ts';
import { createPostLane, keepForFramework } from '../http/post-lane.ts';
import type { RateLimitVerdict } from '../http/rate-limit.ts';
import { writeJson } from '../http/send-cached.ts';
import type { RequestWatch } from '../http/watch-requests.ts';
import { Refusal } from '../refusal.ts';
import { ReservationBodySchema } from '../reservations/reservation-schema.ts';
import { ROUTES } from '../routes.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { Passing } from './fast-lane.ts';
import type { HoldForRequest } from './hold-for-request.ts';

const { path: PATH, maxBodyBytes } = ROUTES.api.createReservation;
const [START = '', END = ''] = PATH.split(':slug');

type Asked = Parameters<HoldForRequest>;
type Held = Awaited<ReturnType<HoldForRequest>>;
/** The facts about a request before its body is read. */
type Counted = { verdict: RateLimitVerdict; startedAtMs: number };

/**
 * Holds ahead of the framework, as the route would, for what nearly every buyer sends. Refusals are answered here too: when all is sold
 * they are most of the answers. What went wrong on our side is told, and logged, by the route.
 */
export function createHoldLane(options: {
  keys: Pick<KeyFinder, 'peek'>;
  counter: Pick<RequestCounter, 'count' | 'remember'>;
  hold: HoldForRequest;
  headersFor: (request: IncomingMessage, verdict: RateLimitVerdict) => string[];
  requests: Pick<RequestWatch, 'of'>;
}) {
  const { keys, counter, headersFor } = options;
  const lane = createPostLane({ schema: ReservationBodySchema, maxBodyBytes });
  const faults = new WeakMap<IncomingMessage, { error: unknown }>();
  const onAnswered = options.requests.of(ROUTES.api.createReservation);
  let underWay = 0;

  function answer(
    { request, response }: Passing,
    { verdict, startedAtMs }: Counted,
    answered: Held | Refusal,
  ): void {
    const headers = headersFor(request, verdict);
    const status = answered instanceof Refusal ? answered.status : answered.isNew ? 201 : 200;
    if (answered instanceof Refusal) writeRefusal(response, answered, headers);
    else {
      const body = JSON.stringify({ data: answered.reservation, status: true });
      writeJson(response, { status, body, headers });
    }
    onAnswered(status, performance.now() - startedAtMs);
  }

  /** The request is counted, and its body read, once. */
  function passOn({ request, response, framework }: Passing, verdict: RateLimitVerdict, bytes: Buffer): void {
    counter.remember(request, verdict);
    keepForFramework(request, bytes);
    framework(request, response);
  }

  async function hold(passing: Passing, counted: Counted, asked: Asked, bytes: Buffer): Promise<void> {
    underWay += 1;
    try {
      answer(passing, counted, await options.hold(...asked));
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return answer(passing, counted, error);
      faults.set(passing.request, { error });
      passOn(passing, counted.verdict, bytes);
    } finally {
      underWay -= 1;
    }
  }

  return {
    /** False where the request is for the framework. */
    take(passing: Passing): boolean {
      const { request } = passing;
      const { url = '', headers } = request;
      if (!url.startsWith(START) || !url.endsWith(END) || !lane.canRead(request)) return false;
      const slug = url.slice(START.length, -END.length);
      const device = headers['x-device-id']?.toString();
      if (!isSlug(slug) || (device !== undefined && !isUuid(device))) return false;
      const caller = keys.peek(headers.authorization);
      if (!caller) return false;
      const verdict = counter.count(request, caller.keyId);
      if (!verdict.isAllowed) {
        counter.remember(request, verdict);
        return false;
      }
      const counted = { verdict, startedAtMs: performance.now() };
      lane.read(
        request,
        (body, bytes) => void hold(passing, counted, [caller, { raw: request, slug, device, body }], bytes),
        (bytes) => passOn(passing, verdict, bytes),
      );
      return true;
    },
    /** For the route: what went wrong when the lane did the same. */
    throwFaultOf(request: IncomingMessage): void {
      const fault = faults.get(request);
      if (fault) throw fault.error;
    },
    underWay: (): number => underWay,
  };
}
