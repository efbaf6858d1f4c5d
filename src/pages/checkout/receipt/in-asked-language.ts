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

/** The address of a form of the receipt: the page that follows shows the same tickets. */
export function formAddress(
  order: ReceiptOrder,
  verb: 'answers' | 'rename' | 'invoice' | 'returns' | 'returns/withdraw' | 'pass-on',
): string {
  const page = order.tickets?.currentPage ?? 1;
  return inAskedLanguage(order, `${order.receiptToken}/${verb}${page === 1 ? '' : `?tickets=${page}`}`);
}
