import { createPrivateKey, type KeyObject } from 'node:crypto';
import { WalletMistake } from '../wallet-mistake.ts';

export type GoogleCredentials = { issuerId: string; email: string; key: KeyObject };

/** The operator's service account, of the JSON that Google gives for it. Throws WalletMistake where anything is missing. */
export function readGoogleCredentials(json: string, issuerId: string): GoogleCredentials {
  let account: { type?: unknown; client_email?: unknown; private_key?: unknown };
  try {
    account = Object(JSON.parse(json)) as typeof account;
  } catch {
    throw new WalletMistake('it is not JSON');
  }
  const { type, client_email: email, private_key: pem } = account;
  if (type !== 'service_account' || typeof email !== 'string' || typeof pem !== 'string')
    throw new WalletMistake(
      'it is not the key of a service account: it needs type, client_email and private_key',
    );
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return { issuerId, email, key };
  } catch {
    // Told below, without what OpenSSL says of it.
  }
  throw new WalletMistake('its private_key is not an RSA key that can be read');
}
