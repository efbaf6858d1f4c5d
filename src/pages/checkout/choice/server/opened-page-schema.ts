import { Type } from 'typebox';
import { Exactly } from '../../../../http/schema.ts';

/** The page of the way that the buyer chose, for the embed's script. */
export const OpenedPageSchema = Exactly({
  checkoutUrl: Type.String({ format: 'uri' }),
  isFramable: Type.Boolean({ description: 'Whether it may be shown in this frame.' }),
});
