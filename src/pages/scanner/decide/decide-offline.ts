import { tookEffect, type RefusedFor, type ScanKind, type ScanOutcome } from '../../../rules/scan.ts';
import type { EntryState } from '../contract.ts';

/** The person at the door decides: signed, but not on the list yet; or eight letters that find an entry and prove nothing. */
export type Question = 'not_listed' | 'unproven';

export type Known = {
  kind: Exclude<ScanKind, 'undo'>;
  /** Whether it was a code, which carries its own proof. */
  isProven: boolean;
  /** Null: not on the list. */
  state: EntryState | null;
  /** Null where the entry can't be opened, as by a short code. */
  ticketTypeId: string | null;
  doorTicketTypeIds: readonly string[] | null;
  allowsReentry: boolean;
  isDisputed: boolean;
  isForResale: boolean;
  /** Whether check-in has still to open. */
  isTooEarly: boolean;
};

/** The phone decides by its list, by its own scans and by the hours: the rule of functions/take_scan.sql. */
export function decideOffline(known: Known): ScanOutcome | Question {
  const said = decideByList(known);
  const wouldLetIn = isQuestion(said) || tookEffect(said);
  return known.kind === 'entry' && known.isTooEarly && wouldLetIn ? 'too_early' : said;
}

/** The rule of functions/decide_scan.sql. */
function decideByList(known: Known): ScanOutcome | Question {
  const { kind, isProven, state, ticketTypeId, doorTicketTypeIds, allowsReentry } = known;
  if (state === null) return isProven ? 'not_listed' : 'unknown';
  if (state === 'dead') return 'passed_on';
  if (state === 'void') return 'void';
  if (ticketTypeId !== null && doorTicketTypeIds && !doorTicketTypeIds.includes(ticketTypeId))
    return 'wrong_door';
  if (kind === 'exit') return !allowsReentry ? 'no_reentry' : state === 'in' ? 'left' : 'not_inside';
  if (state === 'in' || (state === 'out' && !allowsReentry)) return 'already_used';
  if (known.isDisputed) return 'disputed';
  if (known.isForResale && state === 'good') return 'resale';
  if (!isProven) return 'unproven';
  return state === 'out' ? 're_entry' : 'admitted';
}

/** Green: go in. Amber: you decide. Blue: not yet. Red: no. */
export type Tone = 'yes' | 'ask' | 'early' | 'no';

export function toneOf(said: Said): Tone {
  if (isQuestion(said) || said === 'wait') return 'ask';
  if (said === 'too_early') return 'early';
  return said === 'undone' || tookEffect(said) ? 'yes' : 'no';
}

/** All that a verdict may say. */
export type Said = ScanOutcome | Question | 'wait';

export const isQuestion = (said: Said): said is Question => said === 'not_listed' || said === 'unproven';

/** Why it was refused, as the server writes it down. */
export const reasonOf = (said: Said): RefusedFor =>
  isQuestion(said) || said === 'wait' || tookEffect(said) || said === 'undone' || said === 'nothing_to_undo'
    ? 'refused'
    : (said as RefusedFor);

/** The ticket's state after it. */
export function stateAfter(said: ScanOutcome): EntryState | null {
  switch (said) {
    case 'admitted':
    case 're_entry':
    case 'already_used':
      return 'in';
    case 'left':
      return 'out';
    case 'void':
      return 'void';
    case 'passed_on':
      return 'dead';
    default:
      return null;
  }
}
