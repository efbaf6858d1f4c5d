import { Type, type TSchema } from 'typebox';
import { Exactly } from '../http/schema.ts';
import type { RefusalCode, RefusalReason } from '../refusal.ts';

/** The API document's text about a route, written beside the route. */
export type Operation = {
  operationId: string;
  tag: 'Events' | 'Checkout' | 'Service';
  summary: string;
  description: string;
  schema: { params?: TSchema; querystring?: TSchema; headers?: TSchema; body?: TSchema };
  /** The whole body of the 200 answer. */
  answer: TSchema;
  /** Null where the route never answers 200. */
  answerDescription: string | null;
  /** Set if the route answers 201, with the same body. */
  createdDescription?: string;
  bodyExample?: unknown;
  example: unknown;
  isConditional?: boolean;
  refusals: RefusalCode[];
  /** The values of `Error-Reason` that come with them. */
  reasons?: RefusalReason[];
};

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/**
 * The envelope of a success. Its `status` is a plain boolean to the document, although it is always true: generators hold
 * `const: true` against the text "true", and take no answer then.
 */
export const answerOf = (title: string, data: TSchema): TSchema =>
  Exactly(
    { data, status: Type.Boolean({ description: 'Always true; an error has another body.' }) },
    { title },
  );

/** The codes that any route with a key can answer. */
export const COMMON_REFUSALS: RefusalCode[] = [
  'unauthorized',
  'wrong_key_type',
  'rate_limited',
  'internal_error',
  'unavailable',
];
