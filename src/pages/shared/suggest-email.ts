// The mail domains of buyers of our countries and their visitors. They are never corrected: `ymail.com` is not a typo.
const DOMAINS = [
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.za yahoo.fr ymail.com rocketmail.com',
  'hotmail.com hotmail.co.uk hotmail.fr outlook.com outlook.fr live.com live.co.uk live.co.za msn.com',
  'icloud.com me.com mac.com aol.com proton.me protonmail.com zoho.com gmx.com gmx.de web.de mail.com email.com yandex.com',
  'mweb.co.za telkomsa.net vodamail.co.za webmail.co.za iafrica.com absamail.co.za lantic.net cybersmart.co.za',
  'orange.fr wanadoo.fr free.fr sfr.fr laposte.net',
]
  .join(' ')
  .split(' ');
// These have one ending, whatever the country.
const ONLY_COM = new Set(['gmail', 'icloud', 'googlemail']);
// In a shorter name one slip makes another name of somebody's own: mtn.com is not msn.com.
const MIN_NAME_CHARACTERS = 5;

/** The address that was probably meant; null where nothing looks like a slip. Never certain: it may be asked, not changed. */
export function suggestEmail(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === '' || DOMAINS.includes(domain)) return null;
  const found = findDomain(domain);
  return found === undefined ? null : `${address.slice(0, at)}@${found}`;
}

function findDomain(domain: string): string | undefined {
  const letters = lettersOf(domain);
  const unpunctuated = DOMAINS.find((known) => lettersOf(known) === letters);
  if (unpunctuated !== undefined) return unpunctuated;
  const [name, ending] = takeApart(domain);
  if (ending === '') return undefined;
  if (ONLY_COM.has(name)) return `${name}.com`;
  let best: { known: string; slips: number } | undefined;
  for (const known of DOMAINS) {
    const [knownName, knownEnding] = takeApart(known);
    const inName = slipsBetween(name, knownName);
    const slips = inName + slipsBetween(ending, knownEnding);
    const isLikely = inName === 0 || (inName === 1 && knownName.length >= MIN_NAME_CHARACTERS);
    if (isLikely && slips - inName <= 1 && slips < (best?.slips ?? Infinity)) best = { known, slips };
  }
  return best?.known;
}

const lettersOf = (domain: string): string => domain.replace(/[^a-z0-9]/g, '');

function takeApart(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.');
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** None, one, or more: a letter too many, too few, another one, or two that changed places. */
function slipsBetween(one: string, other: string): 0 | 1 | 2 {
  if (one === other) return 0;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [left, right] = [one.slice(start), other.slice(start)];
  const isOneSlip =
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]);
  return isOneSlip ? 1 : 2;
}
