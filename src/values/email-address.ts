// The embed's page runs this too: nothing here may need Node.

// In ASCII: hardly a mail server takes others.
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
// Letters, their marks, digits, in any script. Invisible signs are left out: they would make two spellings of one name.
const LABEL = '[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const INTERNATIONAL_DOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})+$`, 'u');
const MAX_CHARACTERS = 254; // RFC 5321, of the form that a mail server is told

/** Whether tickets can be sent there. A domain in any script is taken, and checked by its ASCII form. */
export function isEmailAddress(text: string): boolean {
  return toAsciiAddress(text) !== null;
}

/** `ada@bücher.example` as every mail server and gateway reads it, `ada@xn--bcher-kva.example`; null where it is none. */
export function toAsciiAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), asciiDomain(text.slice(at + 1))];
  if (at < 1 || domain === null || !LOCAL_PART.test(local)) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_CHARACTERS ? address : null;
}

export function isSameAddress(one: string, other: string): boolean {
  return comparableAddress(one) === comparableAddress(other);
}

/** The one spelling of an address by which it is compared. */
export const comparableAddress = (address: string): string =>
  (toAsciiAddress(address) ?? address).toLowerCase();

function asciiDomain(domain: string): string | null {
  if (DOMAIN.test(domain)) return domain;
  if (!INTERNATIONAL_DOMAIN.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}/`);
    // Anything else was a plain name, or a number, written in another way.
    return DOMAIN.test(hostname) && /(^|\.)xn--/.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}
