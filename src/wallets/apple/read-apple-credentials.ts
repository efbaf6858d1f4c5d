import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { WalletMistake } from '../wallet-mistake.ts';

export type AppleCredentials = {
  key: KeyObject;
  certificate: X509Certificate;
  /** Apple's own, between its root and the certificate. */
  intermediate: X509Certificate;
  /** As Apple's push service is shown them. */
  tls: { key: string; cert: string };
  passTypeId: string;
  teamId: string;
  /** Of it or of Apple's own, whichever ends first. */
  endsAt: Date;
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const KEY = /-----BEGIN (?:RSA )?PRIVATE KEY-----[\s\S]+?-----END (?:RSA )?PRIVATE KEY-----/;

/**
 * The operator's certificate for passes, its private key and Apple's intermediate certificate, of one PEM text. The identifiers of the pass type
 * and of the team are in the certificate. Throws WalletMistake where anything is missing or doesn't fit, and for one that is not valid yet; a
 * certificate that has ended is read all the same.
 */
export function readAppleCredentials(pem: string, nowMs = Date.now()): AppleCredentials {
  const certificates = (pem.match(CERTIFICATE) ?? []).map(parseCertificate);
  const key = parseKey(pem);
  const certificate = certificates.find((one) => one.checkPrivateKey(key));
  if (!certificate) throw new WalletMistake('it has no certificate that belongs to its private key');
  const passTypeId = nameIn(certificate.subject, 'UID');
  const teamId = nameIn(certificate.subject, 'OU');
  if (!passTypeId?.startsWith('pass.') || teamId === null)
    throw new WalletMistake(
      'its certificate is none of a pass type: its subject has no UID that begins with pass.',
    );
  const intermediate = certificates.find(
    (one) => one !== certificate && certificate.checkIssued(one) && certificate.verify(one.publicKey),
  );
  if (!intermediate)
    throw new WalletMistake(
      `it lacks Apple's intermediate certificate that issued yours (${nameIn(certificate.issuer, 'OU') ?? 'WWDR'}): append it in PEM`,
    );
  const chain = [certificate, intermediate];
  const early = chain.find(({ validFrom }) => Date.parse(validFrom) > nowMs);
  if (early) throw new WalletMistake(`its certificate is not valid before ${early.validFrom}`);
  return {
    key,
    certificate,
    intermediate,
    // The own certificate first, wherever it is in the file.
    tls: {
      key: String(key.export({ format: 'pem', type: 'pkcs8' })),
      cert: certificate.toString() + intermediate.toString(),
    },
    passTypeId,
    teamId,
    endsAt: new Date(Math.min(...chain.map(({ validTo }) => Date.parse(validTo)))),
  };
}

function parseCertificate(text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new WalletMistake('one of its certificates can’t be read');
  }
}

function parseKey(pem: string): KeyObject {
  const [text] = KEY.exec(pem) ?? [];
  if (text === undefined)
    throw new WalletMistake('it has no private key without a password: export it with openssl pkcs12 -nodes');
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Told below, without what OpenSSL says of it.
  }
  throw new WalletMistake('its private key is not an RSA key that can be read');
}

const nameIn = (subject: string, field: string): string | null =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${field}=`))
    ?.slice(field.length + 1) ?? null;
