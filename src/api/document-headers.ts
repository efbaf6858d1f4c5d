import { REASONS } from '../refusal.ts';
import type { Header, Reference } from '../values/openapi-document.ts';

/** The headers of answers that the document tells of, by the names of their components. */
export const HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'Identifies this request: quote it when you ask for help. If you sent one, it is yours.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
    example: 'a1b2c3d4-7f',
  },
  RateLimit: {
    name: 'RateLimit',
    description:
      'The limit that you will reach first: the requests left (`r`), and the seconds until it resets (`t`).',
    schema: { type: 'string' },
    example: '"address";r=2987;t=42',
  },
  RateLimitPolicy: {
    name: 'RateLimit-Policy',
    description:
      'Every limit: requests (`q`) in a window of seconds (`w`), for the key and for each address.',
    schema: { type: 'string' },
    example: '"key";q=60000;w=60, "address";q=3000;w=60',
  },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds to wait.',
    schema: { type: 'integer', format: 'int32', minimum: 0 },
    example: 7,
  },
  ErrorReason: {
    name: 'Error-Reason',
    description:
      'The `error_code` more exactly, with some codes. New reasons may come: treat one that you don’t know by its `error_code`.',
    required: false,
    schema: { type: 'string', examples: Object.keys(REASONS) },
    example: 'sold_out',
  },
  Link: {
    name: 'Link',
    description:
      'Only with `waiting_room`: the page that shows this visitor their place in line, as `rel="waiting-room"`. Show it to them unchanged.',
    required: false,
    schema: { type: 'string' },
    example: '<https://tickets.example/checkout/lagos-rooftop-sessions/room?device=…>; rel="waiting-room"',
  },
  ETag: {
    name: 'ETag',
    description: 'Opaque tag of this answer.',
    schema: { type: 'string' },
    example: '"bq3Zk0xX2Jt7"',
  },
  CacheControl: {
    name: 'Cache-Control',
    description: 'How long a client may reuse it.',
    schema: { type: 'string' },
    example: 'private, max-age=60, stale-while-revalidate=120',
  },
  Challenge: {
    name: 'WWW-Authenticate',
    description: 'How to send the key.',
    schema: { type: 'string' },
    example: 'Bearer realm="Tessera"',
  },
} as const satisfies Record<string, Header & { name: string }>;

export type HeaderName = keyof typeof HEADERS;

export function refersTo(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(
    names.map((component) => [HEADERS[component].name, { $ref: `#/components/headers/${component}` }]),
  );
}

export function headerComponents(): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([component, { name: _name, ...header }]) => [component, header]),
  );
}
