import assert from 'node:assert/strict';
import { createHash, sign, type X509Certificate } from 'node:crypto';
import type { AppleCredentials } from './read-apple-credentials.ts';
import { der, NULL, objectId, octets, readValues, sequence, set, smallInteger, utcTime } from './der.ts';

const DATA = objectId('1.2.840.113549.1.7.1');
const SIGNED_DATA = objectId('1.2.840.113549.1.7.2');
const CONTENT_TYPE = objectId('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = objectId('1.2.840.113549.1.9.4');
const SIGNING_TIME = objectId('1.2.840.113549.1.9.5');
const SHA_256 = sequence(objectId('2.16.840.1.101.3.4.2.1'), NULL);
const RSA = sequence(objectId('1.2.840.113549.1.1.1'), NULL);

/**
 * The detached signature of a pass: CMS SignedData (RFC 5652) in DER, with the time of signing and both certificates, as Wallet asks for it.
 * Node signs, and has no writer of this format.
 */
export function signManifest(
  manifest: Uint8Array,
  { key, certificate, intermediate }: Pick<AppleCredentials, 'key' | 'certificate' | 'intermediate'>,
  at: Date,
): Buffer {
  const attributes = [
    sequence(CONTENT_TYPE, set(DATA)),
    sequence(SIGNING_TIME, set(utcTime(at))),
    sequence(MESSAGE_DIGEST, set(octets(createHash('sha256').update(manifest).digest()))),
  ].sort((a, b) => Buffer.compare(a, b));
  // Signed as a set, and written with the tag of its place.
  const signature = sign('sha256', set(...attributes), key);
  const signer = sequence(
    smallInteger(1),
    issuerAndSerial(certificate),
    SHA_256,
    der(0xa0, ...attributes),
    RSA,
    octets(signature),
  );
  const signedData = sequence(
    smallInteger(1),
    set(SHA_256),
    sequence(DATA),
    der(0xa0, certificate.raw, intermediate.raw),
    set(signer),
  );
  return sequence(SIGNED_DATA, der(0xa0, signedData));
}

/** As the certificate has them: a version, where it is not the first one, the serial number, an algorithm, the issuer. */
function issuerAndSerial({ raw }: X509Certificate): Buffer {
  const [whole] = readValues(raw);
  const [signed] = readValues(whole?.content ?? Buffer.alloc(0));
  const fields = readValues(signed?.content ?? Buffer.alloc(0)).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = fields;
  assert(serial && issuer, 'a certificate has a serial number and an issuer');
  return sequence(issuer.whole, serial.whole);
}
