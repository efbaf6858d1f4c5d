import { Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { Exactly } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { correctEmail } from '../../orders/correct-email.ts';
import { OrderBodySchema } from '../../orders/order-schema.ts';
import { receiptAddress } from '../../tickets/receipt-address.ts';
import { DeviceHeader, EmbedParams, tokenOf } from './embed-schemas.ts';
import { embedEventOf } from './find-and-count.ts';
import { ROUTES } from '../../routes.ts';

const CorrectionParams = Type.Object({
  ...EmbedParams.properties,
  reference: Type.String({ maxLength: 40 }),
});
const CorrectionBody = Exactly({ email: OrderBodySchema.properties.email });

/** Where the page of a purchase mends the address that its tickets went to. */
export function registerCorrection(
  embed: HttpServer,
  parts: { database: Database; checkoutUrl: string },
): void {
  embed.post(
    ROUTES.embed.correctEmail.path,
    { schema: { params: CorrectionParams, headers: DeviceHeader, body: CorrectionBody } },
    async (request, reply) => {
      const { eventId } = embedEventOf(request);
      const { receiptToken } = await parts.database.transaction((tx) =>
        correctEmail(tx, {
          eventId,
          reference: request.params.reference,
          reservationToken: tokenOf(request.headers),
          email: request.body.email,
        }),
      );
      reply.header('cache-control', 'no-store');
      return { data: { receiptUrl: receiptAddress(parts.checkoutUrl, receiptToken) }, status: true };
    },
  );
}
