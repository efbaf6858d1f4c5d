// The embed's page runs this too: nothing here may need Node, nor what only newer browsers' expressions know.

const LINE = /^(?!\s*$)[^\p{Cc}\u2028\u2029]*$/u;
// They turn the writing of all that follows around.
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/;
// Full stops of Chinese and Japanese, which domain names take for dots.
const OTHER_DOTS = /[\u3002\uFF0E\uFF61]/g;
// Endings that mail programs make links of. Those that are somebody's name too (Dr.Ng, A.Dev, J.Link) are not here: a mail
// writes them so that no link comes of them, see mail/unlinked.ts.
const ENDINGS = 'com|net|org|info|biz|xyz|online|site|website|shop|click|icu|vip';
const LINKS = [
  /:\/\//,
  /(^|[^\p{L}\p{N}])www\d?\./iu,
  /[^\s@]@[^\s@]+\.\p{L}/u,
  new RegExp(`[\\p{L}\\p{N}]\\.(${ENDINGS})($|[^\\p{L}\\p{N}])`, 'iu'),
  new RegExp('[\\p{L}\\p{N}]\\.[a-z]{2}[/?#]\\S', 'iu'),
];

/** One line of text. */
export function isLine(text: string): boolean {
  return LINE.test(text);
}

/**
 * Whether a text may stand for a person. Names are printed in mails, and the buyer chooses whom those are sent to: with
 * a link in a name, the service would send anybody's advertisement to anybody.
 */
export function isPersonName(text: string): boolean {
  const dotted = text.replace(OTHER_DOTS, '.');
  return isLine(text) && !BIDI_CONTROLS.test(text) && !LINKS.some((link) => link.test(dotted));
}
