import type { ClientAddress } from '../../http/client-address.ts';
import type { HttpServer } from '../../http/server.ts';
import type { SharedCounts } from '../../http/shared-counts.ts';
import { limitOrderPages } from './server/limit-order-pages.ts';
import { registerReceipt, type ReceiptParts } from './receipt/routes.ts';
import { registerReturn, type ReturnParts } from './return-routes.ts';

/** All that a buyer opens of an order: the return from the gateway, the receipt and what hangs on it. */
export async function registerOrderPages(
  http: HttpServer,
  parts: ReceiptParts &
    ReturnParts & { counts: SharedCounts; clientAddress: ClientAddress; perAddress: number },
): Promise<void> {
  await http.register(async (pages: HttpServer) => {
    limitOrderPages(pages, parts);
    await registerReturn(pages, parts);
    await registerReceipt(pages, parts);
  });
}
