import { readShortCode } from '../../../rules/short-code.ts';
import { takeCodeApart, type CodeParts } from '../../../rules/ticket-code.ts';

/** Input of a camera, a hardware scanner or a finger. */
export type Scanned =
  | { kind: 'ticket'; code: string; parts: CodeParts }
  | { kind: 'short'; number: number }
  | { kind: 'link'; token: string }
  | { kind: 'other' };

// The link of the dashboard, whatever the address of the service is.
const LINK = /^https?:\/\/[^/]+\/scan\/?#([\w-]{16,100})$/;

export function readScanned(text: string): Scanned {
  const parts = takeCodeApart(text.trim());
  if (parts) return { kind: 'ticket', code: text.replace(/[\s-]/g, '').toUpperCase(), parts };
  const token = LINK.exec(text.trim())?.[1];
  if (token !== undefined) return { kind: 'link', token };
  const number = readShortCode(text);
  return number === null ? { kind: 'other' } : { kind: 'short', number };
}
