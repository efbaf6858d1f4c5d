import { Type } from 'typebox';
import type { Catalog } from '../events/catalog.ts';
import { GalleryImageSchema } from '../events/event-schemas.ts';
import type { HttpServer } from '../http/server.ts';
import { callerOf } from './authenticate.ts';
import { EXAMPLE_GALLERY_IMAGE } from './examples.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { answerCached } from '../http/send-cached.ts';
import { SlugParams } from '../events/slug-params.ts';
import { ROUTES } from '../routes.ts';

const schema = { params: SlugParams };

const operation: Operation = {
  operationId: 'listGallery',
  tag: 'Events',
  summary: 'List gallery images',
  description: "The event's pictures, in the host's order. If there are none, the list is empty.",
  schema,
  answer: answerOf('GalleryAnswer', Type.Array(GalleryImageSchema)),
  answerDescription: 'The pictures.',
  example: { data: [EXAMPLE_GALLERY_IMAGE], status: true },
  isConditional: true,
  refusals: ['not_found', ...COMMON_REFUSALS],
};

export function registerListGallery(api: HttpServer, catalog: Catalog): void {
  api.get(ROUTES.api.listGallery.path, { schema, config: { operation } }, (request, reply) => {
    answerCached(
      request,
      reply,
      catalog.gallery({ hostId: callerOf(request).hostId, slug: request.params.slug }),
    );
  });
}
