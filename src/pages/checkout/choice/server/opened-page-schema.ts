import { Type, type Static } from 'typebox';
import { Exactly, Nullable } from '../../../../http/schema.ts';

/** The page of the way that the buyer chose, for the embed's script. */
export const OpenedPageSchema = Exactly({
  checkoutUrl: Type.String({ format: 'uri' }),
  isFramable: Type.Boolean({ description: 'Whether it may be shown in this frame.' }),
  frameUrl: Nullable(
    Type.String({ format: 'uri', description: 'The document that shows this payment within this frame.' }),
  ),
});
export type OpenedInEmbed = Static<typeof OpenedPageSchema>;
