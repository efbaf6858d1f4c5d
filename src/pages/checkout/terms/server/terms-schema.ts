import { Type, type Static } from 'typebox';
import { Exactly } from '../../../../http/schema.ts';

/** What buyers accept when they order, as plain text; empty where the host has written none. */
export const TermsSchema = Exactly({ terms: Type.String(), refundPolicy: Type.String() });
export type Terms = Static<typeof TermsSchema>;
