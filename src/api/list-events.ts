import { Type } from 'typebox';
import type { Catalog } from '../events/catalog.ts';
import { EventPageSchema } from '../events/event-schemas.ts';
import type { HttpServer } from '../http/server.ts';
import { callerOf } from './authenticate.ts';
import type { FastLane } from './fast-lane.ts';
import { EXAMPLE_EVENT_SUMMARY } from './examples.ts';
import { LanguageQuery } from './language-query.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { answerCached } from '../http/send-cached.ts';
import { given } from '../values/given.ts';
import { ROUTES } from '../routes.ts';

const schema = {
  querystring: Type.Object({
    category: Type.Optional(
      Type.String({
        maxLength: 100,
        format: 'text',
        description: 'Slug of a category.',
        example: 'music',
      }),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        format: 'text',
        description:
          'Full-text search over name, description, headliners, category and place, in all languages. Every word must match; the last one may be the beginning of a word. Accents and case are ignored, small typos forgiven.',
      }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Events per page.',
      example: 2,
    }),
    cursor: Type.Optional(Type.String({ description: 'The `nextCursor` of the page before, unchanged.' })),
    ...LanguageQuery,
  }),
};

const operation: Operation = {
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'List events',
  description: "The host's live events, newest first. Unlisted events are left out, also from searches.",
  schema,
  answer: answerOf('EventPageAnswer', EventPageSchema),
  answerDescription: 'A page of events.',
  example: { data: { items: [EXAMPLE_EVENT_SUMMARY], nextCursor: 'AQAAAZ2f…' }, status: true },
  isConditional: true,
  refusals: ['validation_failed', 'invalid_cursor', ...COMMON_REFUSALS],
};

export function registerListEvents(api: HttpServer, catalog: Catalog, fastLane: FastLane): void {
  api.get(ROUTES.api.listEvents.path, { schema, config: { operation } }, (request, reply) => {
    const { limit, category, q, cursor, language } = request.query;
    // A form sends its empty fields too.
    const query = { limit, category: given(category), q: given(q), cursor: given(cursor), language };
    fastLane.rememberList(request.url, query);
    answerCached(request, reply, catalog.list({ ...query, hostId: callerOf(request).hostId }));
  });
}
