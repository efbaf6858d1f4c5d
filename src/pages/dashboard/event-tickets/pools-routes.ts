import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { changePool, dissolvePool } from '../../../inventory/pools/change-pool.ts';
import { shareStock } from '../../../inventory/pools/share-stock.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { ChangePoolBody, DissolvePoolBody, PoolBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByPool = Type.Object({ hostId: Id(), eventId: Id(), poolId: Id() });

/** Ticket types that draw on one stock. */
export function registerPools(scope: HttpServer, { change }: DashboardDeps): void {
  const routes = ROUTES.eventTickets;

  scope.post(routes.shareStock.path, { schema: { params: ByEvent, body: PoolBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const which = { hostId, eventId: request.params.eventId, actor: actorOf(request) };
    return change(request, (tx) => shareStock(tx, { ...which, ...request.body }));
  });

  scope.patch(
    routes.changePool.path,
    { schema: { params: ByPool, body: ChangePoolBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const which = { ...request.params, hostId, actor: actorOf(request) };
      return { pool: await change(request, (tx) => changePool(tx, { ...which, ...request.body })) };
    },
  );

  scope.post(
    routes.dissolvePool.path,
    { schema: { params: ByPool, body: DissolvePoolBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const which = { ...request.params, hostId, actor: actorOf(request) };
      await change(request, (tx) => dissolvePool(tx, { ...which, ...request.body }));
      return {};
    },
  );
}
