import { Secret, TOTP } from 'otpauth';

// 160 bits, as RFC 4226 recommends; SHA-1, six digits and half a minute are what every authenticator app can do.
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
// The clock of a phone may be half a minute off, and a code is typed in by hand.
const WINDOW_STEPS = 1;

const MS_PER_SECOND = 1000;

/** A new secret, as people type it into an app. */
export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, account = ''): TOTP =>
  new TOTP({
    issuer: 'Tessera',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** The address that an app reads from a QR code. */
export const totpAddress = (secret: string, account: string): string => totpOf(secret, account).toString();

/** The time step that the code is of; null where it is of none near that time. */
export function stepOfCode({
  secret,
  code,
  atSeconds,
}: {
  secret: string;
  code: string;
  atSeconds: number;
}): number | null {
  const timestamp = atSeconds * MS_PER_SECOND;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
