import type { Pass } from '../load-pass.ts';
import { describeGoogleClass, describeGoogleObject } from './describe-google-pass.ts';
import type { GoogleCredentials } from './read-google-credentials.ts';
import { signJwt } from './sign-jwt.ts';

const SAVE_URL = 'https://pay.google.com/gp/v/save';

/** The link that saves a pass. All that Google learns is in it: until somebody opens it, it learns nothing. */
export function savePassAddress(
  pass: Pass,
  credentials: GoogleCredentials,
  { publicUrl, nowMs }: { publicUrl: string; nowMs: number },
): string {
  const token = signJwt(
    {
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(nowMs / 1000),
      origins: [new URL(publicUrl).origin],
      payload: {
        eventTicketClasses: [describeGoogleClass(pass, credentials)],
        eventTicketObjects: [describeGoogleObject(pass, credentials)],
      },
    },
    credentials,
  );
  return `${SAVE_URL}/${token}`;
}
