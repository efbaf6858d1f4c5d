import { toAsciiAddress } from '../../values/email-address.ts';
import type { HostForBuyers } from '../read-order.ts';

export type ReplyTo = { name: string; address: string } | null;

/** The reader of answers to a host's mails. */
export function replyToOf({ name, contactEmail }: Pick<HostForBuyers, 'name' | 'contactEmail'>): ReplyTo {
  const address = contactEmail === null ? null : toAsciiAddress(contactEmail);
  return address === null ? null : { name, address };
}
