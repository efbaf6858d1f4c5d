import type { Database } from '../../../db/database.ts';
import type { HttpServer } from '../../../http/server.ts';
import { correctEmail } from '../../../orders/correct-email.ts';
import { receiptAddress } from '../../../tickets/receipt-address.ts';
import { CorrectionBodySchema, CorrectionParams, type Correction } from './server/correction-schemas.ts';
import { DeviceHeader, tokenOf } from './server/embed-request.ts';
import { embedEventOf } from './server/find-and-count.ts';
import { ROUTES } from '../../../routes.ts';

/** The buyer corrects the address that the tickets went to. */
export function registerCorrection(
  embed: HttpServer,
  deps: { database: Database; checkoutUrl: string },
): void {
  embed.post(
    ROUTES.embed.correctEmail.path,
    { schema: { params: CorrectionParams, headers: DeviceHeader, body: CorrectionBodySchema } },
    async (request, reply) => {
      const { eventId } = embedEventOf(request);
      const { receiptToken } = await deps.database.transaction((tx) =>
        correctEmail(tx, {
          eventId,
          reference: request.params.reference,
          reservationToken: tokenOf(request.headers),
          email: request.body.email.trim(),
        }),
      );
      reply.header('cache-control', 'no-store');
      const correction: Correction = { receiptUrl: receiptAddress(deps.checkoutUrl, receiptToken) };
      return { data: correction, status: true };
    },
  );
}
