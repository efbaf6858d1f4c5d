export const isOrderReference = (text: string): boolean => /^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$/.test(text);

/** Of a page's reference, its order's: a page has its number behind it, but for the first. */
export const withoutPageNumber = (reference: string): string => reference.replace(/-([2-9]|10)$/, '');

/** The reference of an order, or of one of its pages. */
export const isPageReference = (text: string): boolean => isOrderReference(withoutPageNumber(text));

/** As it is read off a PDF and typed by hand: in any case, with or without `TSR` and dashes, with the letters that look like digits. */
export function readTypedReference(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replace(/^TSR(?=.{16}$)/, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const reference = `TSR-${text.replaceAll(/(.{4})(?=.)/g, '$1-')}`;
  return isOrderReference(reference) ? reference : null;
}
