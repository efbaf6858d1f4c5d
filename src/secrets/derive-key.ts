import { hkdfSync } from 'node:crypto';

export type Purpose =
  | 'name'
  | 'private-keys'
  | 'cursors'
  | 'payment-credentials'
  | 'sandbox'
  | 'authenticator-apps'
  | 'authenticator-set-up'
  | 'devices'
  | 'previews'
  | 'payment-frames'
  | 'proxy-check'
  | 'sign-ups'
  | 'waiting-rooms'
  | 'waiting-room-seeds'
  | 'waiting-lists'
  | 'waiting-list-seeds'
  | 'passes'
  | 'unsubscribing'
  | 'unsubscribing-keys'
  | `tickets ${string}`;

/** A key for one purpose: what one part of the product signs or encrypts is not valid in another. */
export function deriveKey(secretKey: Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `tessera ${purpose}`, 32));
}
