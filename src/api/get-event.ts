import { Type } from 'typebox';
import type { Catalog } from '../events/catalog.ts';
import { EventSchema } from '../events/event-schemas.ts';
import type { HttpServer } from '../http/server.ts';
import { callerOf } from './authenticate.ts';
import { EXAMPLE_EVENT } from './examples.ts';
import { LanguageQuery } from './language-query.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { answerCached } from '../http/send-cached.ts';
import { SlugParams } from '../events/slug-params.ts';
import { ROUTES } from '../routes.ts';

const schema = { params: SlugParams, querystring: Type.Object(LanguageQuery) };

const operation: Operation = {
  operationId: 'getEvent',
  tag: 'Events',
  summary: 'Get an event',
  description:
    'One event with its headliners, also after it has ended or was cancelled. An unlisted event is in no list, but you get it here: anyone who knows its slug can see it and buy.',
  schema,
  answer: answerOf('EventAnswer', EventSchema),
  answerDescription: 'The event.',
  example: { data: EXAMPLE_EVENT, status: true },
  isConditional: true,
  refusals: ['validation_failed', 'not_found', ...COMMON_REFUSALS],
};

export function registerGetEvent(api: HttpServer, catalog: Catalog): void {
  api.get(ROUTES.api.getEvent.path, { schema, config: { operation } }, (request, reply) => {
    answerCached(
      request,
      reply,
      catalog.get({
        hostId: callerOf(request).hostId,
        slug: request.params.slug,
        language: request.query.language,
      }),
    );
  });
}
