import { toAsciiAddress } from './email-address.ts';

// The embed's page runs this too: nothing here may need Node.

/** A link that writes to somebody, about something. Nothing in the address can add a recipient or a header. */
export function mailtoLink(address: string, subject: string): string {
  const text = toAsciiAddress(address) ?? address;
  const at = text.lastIndexOf('@');
  const to = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)].map(encodeURIComponent);
  return `mailto:${at < 0 ? to[1] : to.join('@')}?subject=${encodeURIComponent(subject)}`;
}
