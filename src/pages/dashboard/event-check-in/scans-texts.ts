import type { ScanHow, ScanOutcome } from '../../../rules/scan.ts';
import { useCheckInTexts } from './texts.ts';

const words = {
  noScansTitle: 'No scans yet',
  noScansText: 'You see each scan here: admitted, refused or undone, with device, door and time.',
  nothingTitle: 'No scans match',
  nothingText: 'Remove a filter.',
  door: 'Door',
  outcome: 'Outcome',
  time: 'Time',
  guest: 'Guest',
  how: 'How',
  conflict: 'Conflict',
  offline: 'Offline',
  wasUndone: 'Undone',
  byMember: (name: string) => `${name}, in the dashboard`,
  noDevice: 'By a program',
  filters: { conflict: 'Conflicts', any_refusal: 'All refusals' },
  outcomes: {
    admitted: 'Admitted',
    re_entry: 'Came back',
    left: 'Went out',
    already_used: 'Refused: already used',
    not_inside: 'Refused: not inside',
    no_reentry: 'Refused: no re-entry',
    void: 'Refused: void',
    wrong_door: 'Refused: wrong door',
    too_early: 'Refused: too early',
    passed_on: 'Refused: passed on',
    other_event: 'Refused: other event',
    unknown: 'Refused: unknown',
    refused: 'Refused by the phone',
    undone: 'Undo',
    nothing_to_undo: 'Nothing to undo',
  } satisfies Record<ScanOutcome, string>,
  hows: { code: 'QR code', short_code: 'Short code', name: 'By name' } satisfies Record<ScanHow, string>,
};

/** With the words of the list of scans, which the page of the doors does not load. */
export const useScanTexts = () => ({ ...useCheckInTexts(), ...words });
export type ScanTexts = ReturnType<typeof useScanTexts>;
