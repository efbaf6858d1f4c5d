import { decimalsOf, toMajorUnits } from '../values/major-units.ts';

/** As `orders.gateway` and `payments.gateway` have it: money that the buyer sends to the host's own bank account. */
export const BANK_TRANSFER = 'bank_transfer';

/** The limits of the settings; those of the database are the same. */
export const TRANSFER_LIMITS = {
  keepDays: { minimum: 1, maximum: 14 },
  endsBeforeDays: { minimum: 1, maximum: 60 },
  mostPerEmail: { minimum: 1, maximum: 20 },
  mostPerAddress: { minimum: 1, maximum: 100 },
  mostSharePercent: { minimum: 1, maximum: 100 },
} as const;

/** The account that the money goes to. Empty: the host has not said. */
export type TransferAccount = {
  accountHolder: string;
  bankName: string;
  /** An IBAN, or the number of an account. */
  accountNumber: string;
  /** The sort code or branch code beside such a number. */
  branchCode: string;
  bic: string;
};

/** All that a buyer needs to pay, of an order that waits. */
export type TransferInstructions = TransferAccount & {
  amountMinor: number;
  currency: string;
  reference: string;
  /** In ISO 8601. */
  payBy: string;
};

/** Typed with blanks, in any case. */
export const cleanAccountNumber = (typed: string): string => typed.replaceAll(/[\s.]/g, '').toUpperCase();
export const cleanBranchCode = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase();

export const startsLikeIban = (account: string): boolean => /^[A-Z]{2}[0-9]{2}[A-Z0-9]/.test(account);

/** Whether an account number can be one. An IBAN has check digits (ISO 13616, ISO 7064 mod 97-10); a national number has none that we know. */
export function isAccountNumber(account: string): boolean {
  if (!startsLikeIban(account)) return /^[0-9][0-9A-Z-]{3,33}$/.test(account);
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(account)) return false;
  const turned = `${account.slice(4)}${account.slice(0, 4)}`;
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** An IBAN in groups of four, as banks print it. */
export const showAccountNumber = (account: string): string =>
  startsLikeIban(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account;

// The symbols of a reference (Crockford's base32), which its own letters are misread for.
const CODE_CHARACTERS = 16;
const plainCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** The part of a reference that is looked for in a purpose: it without hyphens and without its beginning, which some banks cut off. */
export const codeOfReference = (reference: string): string => plainCode(reference).slice(-CODE_CHARACTERS);

// More than any bank carries. Thousands of lines are looked through at once.
const MAX_PURPOSE_CHARACTERS = 1_000;

/** A purpose as codes are looked for in it: however a reference was written, or split by blanks. */
export const plainPurpose = (purpose: string): string => plainCode(purpose.slice(0, MAX_PURPOSE_CHARACTERS));

/** The codes behind the beginning of a reference. */
export const codesNamedIn = (plain: string): string[] =>
  [...plain.matchAll(/TSR(?=([0-9A-Z]{16}))/g)].map(([, code = '']) => code);

/** Every part that could be a code: the beginning of a reference may be cut off. */
export function* codesIn(plain: string): Generator<string> {
  for (let end = CODE_CHARACTERS; end <= plain.length; end += 1)
    yield plain.slice(end - CODE_CHARACTERS, end);
}

/**
 * The text of a QR code that banking apps of the euro area read ("GiroCode"): guideline EPC069-12 of the European Payments Council, version
 * 002, as it is known from its many implementations (the text itself was not at hand). Null: not for this account or sum.
 */
export function epcText({
  accountHolder,
  accountNumber,
  bic,
  amountMinor,
  currency,
  reference,
}: TransferInstructions): string | null {
  const isPayable = amountMinor >= 1 && amountMinor <= 99_999_999_999;
  if (currency !== 'EUR' || !isPayable || !startsLikeIban(accountNumber) || !isAccountNumber(accountNumber))
    return null;
  const sum = `EUR${toMajorUnits(amountMinor, decimalsOf(currency))}`;
  return ['BCD', '002', '1', 'SCT', bic, accountHolder, accountNumber, sum, '', '', reference].join('\n');
}

/** The columns of a bank statement that say something about a payment. */
export const STATEMENT_COLUMNS = ['amount', 'purpose', 'date', 'currency', 'payer'] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

/** How a line of a bank statement fits an order. The first three can be confirmed. */
export const STATEMENT_MATCHES = [
  'fits',
  'over',
  'late',
  'under',
  'other_currency',
  'unknown_reference',
  'already_paid',
  'taken_before',
  'unreadable_amount',
  'ambiguous',
] as const;
export type StatementMatch = (typeof STATEMENT_MATCHES)[number];

export const mayConfirm = (match: StatementMatch): boolean =>
  match === 'fits' || match === 'over' || match === 'late';
