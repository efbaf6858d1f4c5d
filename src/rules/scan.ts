// The scanner's page and the dashboard run this too: nothing here may need Node.

export const SCAN_KINDS = ['entry', 'exit', 'undo'] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];

/** The input of a scan: the ticket's code; its short code, typed; or nothing, if the guest was found by name. */
export const SCAN_HOWS = ['code', 'short_code', 'name'] as const;
export type ScanHow = (typeof SCAN_HOWS)[number];

/** Why somebody is not let in, or out. A phone with no network says the same of what it refused. */
export const REFUSED_FOR = [
  'already_used',
  'not_inside',
  'no_reentry',
  'void',
  'wrong_door',
  /** The buyer's bank disputes the payment, and the host lets nobody in by it. */
  'disputed',
  /** The buyer has put it on sale again, or it was sold. */
  'resale',
  /** Check-in has not opened yet. */
  'too_early',
  /** The old code of a ticket that got a new one: it was passed on, or sent to another address. */
  'passed_on',
  'other_event',
  'unknown',
  /** The phone did not say why. */
  'refused',
] as const;
export type RefusedFor = (typeof REFUSED_FOR)[number];

export const SCAN_OUTCOMES = [
  'admitted',
  're_entry',
  'left',
  'undone',
  'nothing_to_undo',
  ...REFUSED_FOR,
] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

/** Whether somebody went in or out by it. */
export const tookEffect = (outcome: ScanOutcome): boolean =>
  outcome === 'admitted' || outcome === 're_entry' || outcome === 'left';

/** The objections to an admission: twice, with a void ticket, at the wrong door, … */
export const CONFLICTS = [
  'double',
  'void',
  'wrong_door',
  'disputed',
  'resale',
  'too_early',
  'passed_on',
  'unknown',
  'refusal',
] as const;
export type Conflict = (typeof CONFLICTS)[number];

/** A phone sends no more at once: all of them are decided in one transaction. */
export const MAX_SCANS_AT_ONCE = 200;
/** A ticket's code is 130 letters; spaces and hyphens may be between them. Of other codes nobody needs more. */
export const MAX_CODE_CHARACTERS = 300;
