import { Type } from 'typebox';
import { noteLeftCart } from '../../../automatic-mails/note-left-cart.ts';
import { leftCartLimits } from '../../../attempts/attempt-limits.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import type { Database } from '../../../db/database.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import { Exactly, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { OrderBodySchema } from '../../../orders/order-schema.ts';
import { ROUTES } from '../../../routes.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { LANGUAGES } from '../../../values/language.ts';
import { DeviceHeader, EmbedParams, tokenOf } from './server/embed-request.ts';
import { embedEventOf } from './server/find-and-count.ts';

const CartMailBody = Exactly({
  /** Null: not any more. */
  email: Type.Union([OrderBodySchema.properties.email, Type.Null()]),
  language: OneOf(LANGUAGES),
});

/** A buyer asks to be reminded once of the cart that they hold, or takes it back. The answer is the same whatever comes of it. */
export function registerCartMail(
  embed: HttpServer,
  deps: { database: Database; secretKeys: SecretKeys; clientAddress: ClientAddress },
): void {
  embed.post(
    ROUTES.embed.cartMail.path,
    { schema: { params: EmbedParams, headers: DeviceHeader, body: CartMailBody } },
    async (request, reply) => {
      const { eventId, hostId } = embedEventOf(request);
      const { email, language } = request.body;
      if (email !== null) await countAttempt(deps.database, leftCartLimits(deps.clientAddress(request.raw)));
      await noteLeftCart(deps.database, deps.secretKeys, {
        hostId,
        eventId,
        token: tokenOf(request.headers),
        email: email?.trim() ?? null,
        language,
      });
      reply.header('cache-control', 'no-store');
      return { data: {}, status: true };
    },
  );
}
