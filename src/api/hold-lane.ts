import type { IncomingMessage } from 'node:http';
import { isSlug } from '../events/slug.ts';
import type { Caller, KeyFinder } from '../hosts/keys/find-key.ts';
import type { RequestCounter } from '../http/count-request.ts';
import { writeRefusal } from '../http/errors.ts';
import { createPostLane, keepForFramework } from '../http/post-lane.ts';
import type { RateLimitVerdict } from '../http/rate-limit.ts';
import { writeJson } from '../http/send-cached.ts';
import { Refusal } from '../refusal.ts';
import {
  ReservationBodySchema,
  type Reservation,
  type ReservationBody,
} from '../reservations/reservation-schema.ts';
import { ROUTES } from '../routes.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { Passing } from './fast-lane.ts';

const { path: PATH, maxBodyBytes } = ROUTES.api.createReservation;
const [START = '', END = ''] = PATH.split(':slug');

export type HoldForCaller = (
  caller: Caller,
  request: { raw: IncomingMessage; slug: string; device: string | undefined; body: ReservationBody },
) => Promise<{ reservation: Reservation; isNew: boolean }>;

type Asked = Parameters<HoldForCaller>;
type Held = Awaited<ReturnType<HoldForCaller>>;

/**
 * Holds ahead of the framework, as the route would, for what nearly every buyer sends. Refusals are answered here too: when all is sold
 * they are most of the answers. What went wrong on our side is told, and logged, by the route.
 */
export function createHoldLane(options: {
  keys: Pick<KeyFinder, 'peek'>;
  counter: Pick<RequestCounter, 'count' | 'remember'>;
  hold: HoldForCaller;
  headersFor: (request: IncomingMessage, verdict: RateLimitVerdict) => string[];
  isOpen: () => boolean;
}) {
  const { keys, counter, headersFor, isOpen } = options;
  const lane = createPostLane({ schema: ReservationBodySchema, maxBodyBytes });
  const faults = new WeakMap<IncomingMessage, { error: unknown }>();
  let underWay = 0;

  function answer({ request, response }: Passing, verdict: RateLimitVerdict, answered: Held | Refusal): void {
    // Closed meanwhile: kept alive after this answer, the connection would delay the stop.
    if (!isOpen()) response.shouldKeepAlive = false;
    const headers = headersFor(request, verdict);
    if (answered instanceof Refusal) return writeRefusal(response, answered, headers);
    const body = JSON.stringify({ data: answered.reservation, status: true });
    writeJson(response, { status: answered.isNew ? 201 : 200, body, headers });
  }

  /** The request is counted, and its body read, once. */
  function passOn({ request, response, framework }: Passing, verdict: RateLimitVerdict, bytes: Buffer): void {
    counter.remember(request, verdict);
    keepForFramework(request, bytes);
    framework(request, response);
  }

  async function hold(
    passing: Passing,
    verdict: RateLimitVerdict,
    asked: Asked,
    bytes: Buffer,
  ): Promise<void> {
    underWay += 1;
    try {
      answer(passing, verdict, await options.hold(...asked));
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return answer(passing, verdict, error);
      faults.set(passing.request, { error });
      passOn(passing, verdict, bytes);
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
      lane.read(
        request,
        (body, bytes) => void hold(passing, verdict, [caller, { raw: request, slug, device, body }], bytes),
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
