import type { ReceiptOrder } from './contract.ts';

/** An address of the receipt's, in the language that its reader asked for. */
export function inAskedLanguage(
  { askedLanguage }: Pick<ReceiptOrder, 'askedLanguage'>,
  address: string,
): string {
  if (askedLanguage === null) return address;
  const [way = '', fragment] = address.split('#');
  const joint = way.includes('?') ? '&' : '?';
  return `${way}${joint}lang=${askedLanguage}${fragment === undefined ? '' : `#${fragment}`}`;
}
