import { SCAN_OUTCOMES } from '../../../rules/scan.ts';

// The browser runs this too: nothing here may need Node.

/** The filters of the list of scans: conflicts, all refusals, or one outcome. */
export const SCAN_FILTERS = ['conflict', 'any_refusal', ...SCAN_OUTCOMES] as const;
export type ScanFilter = (typeof SCAN_FILTERS)[number];
