import type { ClientAddress } from '../../http/client-address.ts';
import type { HttpServer } from '../../http/server.ts';
import type { SharedCounts } from '../../http/shared-counts.ts';
import { limitOrderPages } from './server/limit-order-pages.ts';
import { registerChoice } from './choice/routes.ts';
import { registerReceipt, type ReceiptDeps } from './receipt/routes.ts';
import { registerReturn, type ReturnDeps } from './return-routes.ts';

/** All that a buyer opens of an order: the return from the gateway, the receipt and what hangs on it. */
export async function registerOrderPages(
  http: HttpServer,
  deps: ReceiptDeps & ReturnDeps & { counts: SharedCounts; clientAddress: ClientAddress; perAddress: number },
): Promise<void> {
  await http.register(async (pages: HttpServer) => {
    limitOrderPages(pages, deps);
    await registerReturn(pages, deps);
    await registerChoice(pages, deps);
    await registerReceipt(pages, deps);
  });
}
