import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

const ByHost = Type.Object({ hostId: Id() });

export function registerReports(scope: HttpServer, { sendView }: DashboardParts): void {
  scope.get(ROUTES.reports.view.path, { schema: { params: ByHost } }, async (request, reply) =>
    sendView(request, reply, { view: 'reports', data: {} }),
  );
}
