import { Type } from 'typebox';
import { listCategories } from '../../events/categories.ts';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

const ByHost = Type.Object({ hostId: Id() });

/** An event is made: a draft at once. */
export function registerNewEvent(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView } = parts;

  scope.get(ROUTES.newEvent.view.path, { schema: { params: ByHost } }, async (request, reply) => {
    const categories = await listCategories(database);
    return sendView(request, reply, {
      view: 'newEvent',
      data: { categories: categories.map(({ slug, name }) => ({ slug, name })) },
    });
  });
}
