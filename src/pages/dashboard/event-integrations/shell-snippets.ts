type Sent = { url: string; deliveryId: string; body: string; signature: string };

/** As a shell reads it back to the same characters, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The delivery once more, by hand: the same bytes and the same signature. */
export const curlOf = ({ url, deliveryId, body, signature }: Sent): string =>
  [
    `curl --request POST ${quote(url)}`,
    `--header 'Content-Type: application/json'`,
    `--header 'X-Service-Signature: ${signature}'`,
    `--header 'X-Service-Delivery: ${deliveryId}'`,
    `--data-binary ${quote(body)}`,
  ].join(' \\\n  ');

/** Says the signature again, for whoever has the key. */
export const verifyOf = ({ body }: Pick<Sent, 'body'>): string =>
  `printf %s ${quote(body)} |\n  openssl dgst -sha512 -hmac "$PRIVATE_KEY" -r | cut -d' ' -f1`;
