import { toAsciiAddress } from './email-address.ts';

// The embed's page runs this too: nothing here may need Node.

/** A link that writes to somebody, about something. Nothing in the address can add a recipient or a header. */
export function mailtoLink(address: string, subject: string): string {
  const to = encodeURIComponent(toAsciiAddress(address) ?? address).replace(/%40(?!.*%40)/, '@');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`;
}
