type Sent = { url: string; deliveryId: string; body: string; signature: string };

/** Quoted so that a shell reads the same characters, whatever they are. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Sends the delivery again by hand: the same bytes and the same signature. */
export const curlOf = ({ url, deliveryId, body, signature }: Sent): string =>
  [
    `curl --request POST ${quote(url)}`,
    `--header 'Content-Type: application/json'`,
    `--header 'X-Service-Signature: ${signature}'`,
    `--header 'X-Service-Delivery: ${deliveryId}'`,
    `--data-binary ${quote(body)}`,
  ].join(' \\\n  ');

/** Computes the signature again, for anybody with the key. */
export const verifyOf = ({ body }: Pick<Sent, 'body'>): string =>
  `printf %s ${quote(body)} |\n  openssl dgst -sha512 -hmac "$PRIVATE_KEY" -r | cut -d' ' -f1`;
