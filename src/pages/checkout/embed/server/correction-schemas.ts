import { Type, type Static } from 'typebox';
import { Exactly } from '../../../../http/schema.ts';
import { OrderBodySchema } from '../../../../orders/order-schema.ts';
import { EmbedParams } from './embed-request.ts';

export const CorrectionParams = Type.Object({
  ...EmbedParams.properties,
  reference: Type.String({ maxLength: 40 }),
});

/** Another address for the tickets. They get new codes, and the receipt a new token. */
export const CorrectionBodySchema = Exactly({ email: OrderBodySchema.properties.email });

export const CorrectionSchema = Exactly({ receiptUrl: Type.String({ format: 'uri' }) });
export type Correction = Static<typeof CorrectionSchema>;
