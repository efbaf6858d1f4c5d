import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

const ByHost = Type.Object({ hostId: Id() });

export function registerBuyerData(scope: HttpServer, { sendView }: DashboardParts): void {
  scope.get(ROUTES.buyerData.view.path, { schema: { params: ByHost } }, async (request, reply) =>
    sendView(request, reply, { view: 'buyerData', data: {} }),
  );
}
