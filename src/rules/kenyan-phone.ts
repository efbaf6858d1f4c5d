// The page of M-Pesa runs this too: nothing here may need Node.

/** A Safaricom number as M-Pesa takes it, 2547… or 2541…, from the ways in which people write it; null: it is none. */
export function readKenyanPhone(typed: string): string | null {
  const digits = typed.replaceAll(/[\s().-]/g, '').replace(/^\+/, '');
  const [, own] = /^(?:254|0)?([71]\d{8})$/.exec(digits) ?? [];
  return own === undefined ? null : `254${own}`;
}
