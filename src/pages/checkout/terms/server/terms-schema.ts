import { Type, type Static } from 'typebox';
import { Exactly } from '../../../../http/schema.ts';

/** The terms that buyers accept when they order, as plain text; empty if the host has written none. */
export const TermsSchema = Exactly({ terms: Type.String(), refundPolicy: Type.String() });
export type Terms = Static<typeof TermsSchema>;
