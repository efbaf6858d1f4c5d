import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** As a TLS server wants it. */
export type Certificate = { cert: string; key: string };

type Keys = { publicKey: KeyObject; privateKey: KeyObject };
type Dates = { validFrom: Date; validTo: Date };

const AN_HOUR_MS = 3_600_000;

// DER: the tags of values, and object identifiers written out.
const [INTEGER, BITS, OCTETS, UTF8, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x04, 0x0c, 0x17, 0x30, 0x31];
const [VERSION, EXTENSIONS, DNS_NAME] = [0xa0, 0xa3, 0x82];
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const TRUE = Buffer.from('0101ff', 'hex');

/**
 * Somebody who certifies hosts. Made on the spot, so that no private key lies about in the tree and no certificate runs out
 * while nobody looks. Speaks as much X.509 as that takes.
 */
export function makeAuthority(name: string) {
  const keys = makeKeys();
  const isAuthority = extension(BASIC_CONSTRAINTS, der(SEQUENCE, TRUE));
  return {
    cert: certify({
      issuer: { name, keys },
      subject: { name, keys },
      dates: aroundNow(),
      about: isAuthority,
    }),
    /** A certificate for the host, good for the hour unless told otherwise. */
    certify: (host: string, dates = aroundNow()): Certificate =>
      certifyHost(host, { issuer: { name, keys }, keys: makeKeys(), dates }),
  };
}

/** A certificate that nobody but the host itself vouches for. */
export function selfSigned(host: string): Certificate {
  const keys = makeKeys();
  return certifyHost(host, { issuer: { name: host, keys }, keys, dates: aroundNow() });
}

export const untilAnHourAgo = (): Dates => ({
  validFrom: new Date(Date.now() - 2 * AN_HOUR_MS),
  validTo: new Date(Date.now() - AN_HOUR_MS),
});

export const fromInAnHour = (): Dates => ({
  validFrom: new Date(Date.now() + AN_HOUR_MS),
  validTo: new Date(Date.now() + 2 * AN_HOUR_MS),
});

const aroundNow = (): Dates => ({
  validFrom: new Date(Date.now() - AN_HOUR_MS),
  validTo: new Date(Date.now() + AN_HOUR_MS),
});

const makeKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });

type Named = { name: string; keys: Keys };

function certifyHost(host: string, by: { issuer: Named; keys: Keys; dates: Dates }): Certificate {
  const about = extension(ALTERNATIVE_NAME, der(SEQUENCE, der(DNS_NAME, Buffer.from(host))));
  const cert = certify({ issuer: by.issuer, subject: { name: host, keys: by.keys }, dates: by.dates, about });
  return { cert, key: by.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

let serial = 0;

/** RFC 5280, section 4.1. */
function certify(options: { issuer: Named; subject: Named; dates: Dates; about: Buffer }): string {
  const { issuer, subject, dates, about } = options;
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const statement = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([++serial])),
    algorithm,
    nameOf(issuer),
    der(SEQUENCE, time(dates.validFrom), time(dates.validTo)),
    nameOf(subject),
    subject.keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, about)),
  );
  const signature = sign('sha256', statement, issuer.keys.privateKey);
  // The byte before the signature: none of its last bits is unused.
  const whole = der(SEQUENCE, statement, algorithm, der(BITS, Buffer.from([0]), signature));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

const nameOf = ({ name }: Named): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(name)))));

const extension = (id: Buffer, value: Buffer): Buffer => der(SEQUENCE, id, der(OCTETS, value));

/** Two digits of the year and no separators: 261115085706Z. */
const time = (date: Date): Buffer =>
  der(TIME, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
