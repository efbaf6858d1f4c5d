import { Type } from 'typebox';
import { connectPaymentAccount, type NewPaymentAccount } from '../../../payments/connect-payment-account.ts';
import { movePaymentAccount } from '../../../payments/move-payment-account.ts';
import { disablePaymentAccount } from '../../../payments/disable-payment-account.ts';
import { invalidField, Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { ACCOUNT_GATEWAYS, type AccountGateway } from '../../../rules/gateway-accounts.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { ConnectAccountBody, MoveAccountBody } from './bodies.ts';
import { loadPaymentAccounts, loadPaymentGateway } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

type Deps = Pick<
  DashboardDeps,
  'database' | 'secretKeys' | 'gateways' | 'publicUrl' | 'hasSandbox' | 'isProduction'
>;

const Currency = Type.Object({
  currency: Type.Optional(Type.String({ maxLength: 3, format: 'word' })),
  beside: Type.Optional(Type.Literal('1')),
});

/** The payment accounts of a host. */
export function registerPaymentAccounts({ view, answer, change }: PageRoutes, deps: Deps): void {
  const routes = ROUTES.paymentAccounts;
  view(routes.view, { shows: 'paymentAccounts' }, ({ member }) => loadPaymentAccounts(deps, member));

  view(routes.gateway, { shows: 'paymentGateway', query: Currency }, ({ member, params, query }) => {
    const gateway = findGateway(params.gateway);
    if (!gateway) throw new Refusal('not_found', 'There is no such gateway.');
    return loadPaymentGateway(deps, member, {
      gateway,
      wanted: query.currency,
      isBeside: query.beside === '1',
    });
  });

  answer(
    routes.connect,
    { body: ConnectAccountBody, status: 201 },
    async ({ params: { hostId }, actor, body, inChange }) => {
      const { gateway, currency, replaces, isBeside, ...credentials } = body;
      const account = {
        hostId,
        actor,
        currency,
        replaces: replaces === '' ? null : replaces,
        isBeside: isBeside === true,
        gateway: readGateway(gateway),
        credentials,
      } as NewPaymentAccount;
      const connecting = { ...deps, refusesTestCredentials: deps.isProduction, inTransaction: inChange };
      return { accountId: await connectPaymentAccount(connecting, account) };
    },
  );

  change(routes.disable, {}, disablePaymentAccount);
  change(routes.move, { body: MoveAccountBody }, movePaymentAccount);
}

const findGateway = (name: string): AccountGateway | undefined =>
  ACCOUNT_GATEWAYS.find((known) => known === name);

function readGateway(name: string): AccountGateway {
  const gateway = findGateway(name);
  if (!gateway) throw invalidField('gateway', 'must be one from the list.');
  return gateway;
}
