import type { ViewProps } from '../contract.ts';

/** What the sections of the security page are given. `onCodes` shows recovery codes that were just made, or none. */
export type FactorSectionProps = ViewProps<'mySecurity'> & { onCodes: (codes: string[] | null) => void };

/** What the server answers to a new factor. */
export type Added = { recoveryCodes: string[] | null };
