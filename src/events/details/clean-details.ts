/** Without blanks around it, and every line break the same. */
export const cleanText = (typed: string): string => typed.replaceAll(/\r\n?/g, '\n').trim();

const BARE_DOMAIN = /^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]|$)/u;

/** Most people leave out the beginning of an address. */
export function cleanWebsite(typed: string | null): string | null {
  const text = cleanText(typed ?? '');
  return BARE_DOMAIN.test(text) ? `https://${text}` : text || null;
}

/** An account's name without the @ before it. An address without its beginning gets it. */
export function cleanAccount(typed: string | null): string | null {
  const text = cleanText(typed ?? '').replace(/^@/, '');
  if (/^((www|mobile)\.)?(instagram|x|twitter)\.com\//.test(text)) return `https://${text}`;
  return text.replace(/^http:\/\//, 'https://') || null;
}
