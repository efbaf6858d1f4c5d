import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBoundedMap } from '../../../../cache/bounded-map.ts';
import { JSON_TYPE } from '../../../../http/cached-answer.ts';
import type { RequestCounter } from '../../../../http/count-request.ts';
import { HSTS_HEADER } from '../../../../http/hsts.ts';
import type { RequestIds } from '../../../../http/request-id.ts';
import type { Handler } from '../../../../http/server.ts';
import type { RequestWatch } from '../../../../http/watch-requests.ts';
import { ROUTES } from '../../../../routes.ts';

// The state is read once a second. One request in so long goes to the route and brings the next one.
const RENEWED_AFTER_MS = 1_000;
// While none comes, because the database is away or the process is behind, the last one is better than none.
const MAX_AGE_MS = 10_000;
const MAX_ROOMS = 1_000;
const [START = '', END = ''] = ROUTES.room.state.path.split(':slug');

type Answer = { body: Buffer; headers: readonly string[]; madeAtMs: number; askedAtMs: number };

/** How far a line is, in bytes that are the same for everybody. Caches on the way may keep them for a second. */
export function writeState(response: ServerResponse, body: Buffer, headers: readonly string[] = []): void {
  response.writeHead(200, [...headers, ...headersOf(body)]).end(body);
}

const headersOf = (body: Buffer): string[] => [
  'cache-control',
  'public, max-age=1',
  'content-type',
  JSON_TYPE,
  'content-length',
  String(body.length),
];

/**
 * Everybody who waits asks the same again and again. That is answered here, ahead of the framework, from bytes that the route made at
 * most some seconds ago. It counts on the address alone: who waits must not use up the limit of those who buy.
 */
export function createStateLane(options: {
  counter: Pick<RequestCounter, 'countAddress' | 'remember'>;
  requestIds: RequestIds;
  requests: Pick<RequestWatch, 'of'>;
  sendsHsts: boolean;
  nowMs?: () => number;
}) {
  const { counter, requestIds, nowMs = () => performance.now() } = options;
  const standingHeaders = options.sendsHsts ? HSTS_HEADER : [];
  const onAnswered = options.requests.of(ROUTES.room.state);
  const answers = createBoundedMap<string, Answer>({ max: MAX_ROOMS });

  /** False where the request is for the framework. */
  function tryAnswer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request;
    if (method !== 'GET' || !url.endsWith(END)) return false;
    const answer = answers.get(url);
    if (!answer) return false;
    const startedAtMs = nowMs();
    if (startedAtMs - answer.madeAtMs > MAX_AGE_MS) {
      answers.delete(url);
      return false;
    }
    if (startedAtMs - answer.askedAtMs >= RENEWED_AFTER_MS) {
      answer.askedAtMs = startedAtMs;
      return false;
    }
    const verdict = counter.countAddress(request, 'room');
    if (!verdict.isAllowed) {
      counter.remember(request, verdict);
      return false;
    }
    response
      .writeHead(200, ['x-request-id', requestIds(request), ...standingHeaders, ...answer.headers])
      .end(answer.body);
    onAnswered(200, nowMs() - startedAtMs);
    return true;
  }

  return {
    wrap:
      (framework: Handler): Handler =>
      (request, response) => {
        if (!tryAnswer(request, response)) framework(request, response);
      },
    /** For the route: what it has just answered for this event. */
    remember(slug: string, body: Buffer): void {
      const at = nowMs();
      answers.set(`${START}${slug}${END}`, { body, headers: headersOf(body), madeAtMs: at, askedAtMs: at });
    },
    /** For the route: the waiting room is gone. */
    forget: (slug: string): void => answers.delete(`${START}${slug}${END}`),
  };
}

export type StateLane = ReturnType<typeof createStateLane>;
