import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { connectPaymentAccount, type NewPaymentAccount } from '../../../payments/connect-payment-account.ts';
import { disablePaymentAccount } from '../../../payments/disable-payment-account.ts';
import { invalidField } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { ACCOUNT_GATEWAYS, type AccountGateway } from '../../../values/gateway-accounts.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { ConnectAccountBody } from './bodies.ts';
import { loadPaymentAccounts } from './data.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByAccount = Type.Object({ hostId: Id(), accountId: Id() });

/** Which gateway takes a host's payments. */
export function registerPaymentAccounts(scope: HttpServer, deps: DashboardDeps): void {
  const { change, sendView, isProduction } = deps;

  scope.get(ROUTES.paymentAccounts.view.path, { schema: { params: ByHost } }, async (request, reply) => {
    const data = await loadPaymentAccounts(deps, memberOf(request));
    return sendView(request, reply, { view: 'paymentAccounts', data });
  });

  scope.post(
    ROUTES.paymentAccounts.connect.path,
    { schema: { params: ByHost, body: ConnectAccountBody } },
    async (request, reply) => {
      const { gateway, currency, replaces, ...credentials } = request.body;
      const account = {
        hostId: memberOf(request).hostId,
        actor: actorOf(request),
        currency,
        replaces: replaces === '' ? null : replaces,
        gateway: readGateway(gateway),
        credentials,
      } as NewPaymentAccount;
      const accountId = await connectPaymentAccount(
        {
          ...deps,
          refusesTestCredentials: isProduction,
          inTransaction: (work) => change(request, work),
        },
        account,
      );
      reply.code(201);
      return { accountId };
    },
  );

  scope.post(ROUTES.paymentAccounts.disable.path, { schema: { params: ByAccount } }, async (request) => {
    const { hostId, accountId } = request.params;
    await change(request, (tx) => disablePaymentAccount(tx, { hostId, actor: actorOf(request), accountId }));
    return {};
  });
}

function readGateway(name: string): AccountGateway {
  const gateway = ACCOUNT_GATEWAYS.find((known) => known === name);
  if (!gateway) throw invalidField('gateway', `must be one of ${ACCOUNT_GATEWAYS.join(', ')}.`);
  return gateway;
}
