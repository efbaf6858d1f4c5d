import type { ViewProps } from '../contract.ts';

/** Props of the sections of the security page. `onCodes` shows new recovery codes, or none. */
export type FactorSectionProps = ViewProps<'mySecurity'> & { onCodes: (codes: string[] | null) => void };

/** The server's answer to a new factor. */
export type Added = { recoveryCodes: string[] | null };
