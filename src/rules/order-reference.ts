export const isOrderReference = (text: string): boolean => /^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$/.test(text);

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
