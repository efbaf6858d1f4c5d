import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { der, NULL, objectId, sequence, set, smallInteger, utcTime } from './der.ts';

const COMMON_NAME = '2.5.4.3';
const UNIT = '2.5.4.11';
const USER_ID = '0.9.2342.19200300.100.1.1';

type Name = readonly (readonly [field: string, text: string])[];
const AUTHORITY: Name = [
  [COMMON_NAME, 'Test authority for passes'],
  [UNIT, 'G4'],
];
export const PASS_TYPE = 'pass.test.tessera';
export const TEAM = 'TEAM123456';

const writeName = (name: Name): Buffer =>
  sequence(...name.map(([field, text]) => set(sequence(objectId(field), der(0x0c, Buffer.from(text))))));

const SHA_256_WITH_RSA = sequence(objectId('1.2.840.113549.1.1.11'), NULL);

function certificate(of: {
  serial: number;
  subject: Name;
  key: KeyObject;
  issuerKey: KeyObject;
  startsAt?: Date;
  endsAt: Date;
  isAuthority: boolean;
}): string {
  const basic = sequence(
    objectId('2.5.29.19'),
    der(0x01, Buffer.of(0xff)),
    der(0x04, of.isAuthority ? sequence(der(0x01, Buffer.of(0xff))) : sequence()),
  );
  const signed = sequence(
    der(0xa0, smallInteger(2)),
    smallInteger(of.serial),
    SHA_256_WITH_RSA,
    writeName(AUTHORITY),
    sequence(utcTime(of.startsAt ?? new Date('2020-01-01')), utcTime(of.endsAt)),
    writeName(of.subject),
    createPublicKey(of.key).export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(basic)),
  );
  const signature = sign('sha256', signed, of.issuerKey);
  const whole = sequence(signed, SHA_256_WITH_RSA, der(0x03, Buffer.of(0), signature));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** The three parts of an operator's file, of an authority of the test's own. */
export function makeAppleFile({
  startsAt = new Date('2020-01-01'),
  endsAt = new Date('2045-01-01'),
  authorityEndsAt = new Date('2045-01-01'),
  passType = PASS_TYPE,
} = {}): {
  key: string;
  certificate: string;
  authority: string;
  whole: string;
} {
  const [key, issuerKey] = [newKey(), newKey()];
  const subject: Name = [
    [USER_ID, passType],
    [COMMON_NAME, `Pass Type ID: ${passType}`],
    [UNIT, TEAM],
  ];
  const parts = {
    key: String(key.export({ format: 'pem', type: 'pkcs8' })),
    certificate: certificate({ serial: 7, subject, key, issuerKey, startsAt, endsAt, isAuthority: false }),
    authority: certificate({
      serial: 1,
      subject: AUTHORITY,
      key: issuerKey,
      issuerKey,
      endsAt: authorityEndsAt,
      isAuthority: true,
    }),
  };
  return { ...parts, whole: parts.key + parts.certificate + parts.authority };
}
