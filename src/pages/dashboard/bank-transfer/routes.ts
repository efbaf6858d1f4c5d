import { markTransferPaid } from '../../../orders/bank-transfer/mark-paid.ts';
import { saveTransferSettings } from '../../../orders/bank-transfer/transfer-settings.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { findMemberOrder } from '../order/server/find-member-order.ts';
import { TransferSettingsBody } from './bodies.ts';
import { loadBankTransfer, loadTransfers } from './data.ts';

/** Bank transfers to the host's own account: where to, with which limits, what waits, and what has come. */
export function registerBankTransfers(
  { view, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.bankTransfers;
  view(routes.settings, { shows: 'bankTransfer' }, ({ member }) => loadBankTransfer(database, member));
  change(routes.change, { body: TransferSettingsBody }, saveTransferSettings);
  view(routes.view, { shows: 'transfers' }, ({ member }) => loadTransfers(database, member));
  change(routes.markPaid, {}, async (tx, { reference, actor }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    return markTransferPaid(tx, { orderId, actor });
  });
}
