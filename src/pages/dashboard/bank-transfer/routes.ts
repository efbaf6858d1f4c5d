import { confirmStatement } from '../../../orders/bank-transfer/confirm-statement.ts';
import { readStatement } from '../../../orders/bank-transfer/read-statement.ts';
import { saveTransferSettings } from '../../../orders/bank-transfer/transfer-settings.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { CheckStatementBody, ConfirmStatementBody, TransferSettingsBody } from './bodies.ts';
import { checkStatement, loadBankTransfer, loadTransfers } from './data.ts';

/** Bank transfers to the host's own account: where to, with which limits, what waits, and what has come. */
export function registerBankTransfers(
  { view, answer, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.bankTransfers;
  view(routes.settings, { shows: 'bankTransfer' }, ({ member }) => loadBankTransfer(database, member));
  change(routes.change, { body: TransferSettingsBody }, saveTransferSettings);
  view(routes.view, { shows: 'transfers' }, ({ member }) => loadTransfers(database, member));
  answer(routes.checkStatement, { body: CheckStatementBody }, ({ member, body }) =>
    checkStatement(database, member, body),
  );
  change(
    routes.confirmStatement,
    { body: ConfirmStatementBody },
    (tx, { text, columns, lines, actor }, { member }) =>
      confirmStatement(tx, {
        hostId: member.hostId,
        eventIds: member.eventIds,
        actor,
        statement: readStatement(text, columns),
        lines,
      }),
  );
}
