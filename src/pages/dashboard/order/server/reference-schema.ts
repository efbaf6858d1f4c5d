import { Type } from 'typebox';

// `TSR` and four groups of four.
const REFERENCE_CHARACTERS = 23;

export const Reference = () => Type.String({ maxLength: REFERENCE_CHARACTERS });
