import type { Pass } from '../load-pass.ts';
import {
  describeGoogleClass,
  describeGoogleObject,
  googleClassId,
  googleObjectId,
} from './describe-google-pass.ts';
import type { GoogleCredentials } from './read-google-credentials.ts';
import { signJwt } from './sign-jwt.ts';

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ANSWER_LIMIT_MS = 10_000;
const TOKEN_SECONDS = 3_600;

export type TellGoogle = {
  /** Whether Google knows the pass: one whose link was opened and that was not saved is unknown there. */
  tell(pass: Pass): Promise<boolean>;
};

/** Changes at Google the passes that were saved there, for one run: with one access token, each event's facts once. */
export async function openGoogle(
  credentials: GoogleCredentials,
  { url, tokenUrl, signal }: { url: string; tokenUrl: string; signal: AbortSignal },
): Promise<TellGoogle> {
  const limit = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const accessToken = await askForToken(credentials, { tokenUrl, signal: limit() });
  const patch = async (path: string, body: object): Promise<boolean> => {
    const response = await fetch(`${url}/walletobjects/v1/${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: limit(),
    });
    await response.body?.cancel();
    if (response.status === 404) return false;
    if (!response.ok) throw new Error(`Google Wallet answered with status ${response.status}`);
    return true;
  };
  const toldClasses = new Set<string>();
  return {
    async tell(pass) {
      const classId = googleClassId(pass, credentials);
      // A void pass may not tell the place, which the others of its event may.
      if (pass.ticket && !toldClasses.has(classId)) {
        toldClasses.add(classId);
        await patch(`eventTicketClass/${classId}`, describeGoogleClass(pass, credentials));
      }
      return patch(
        `eventTicketObject/${googleObjectId(pass, credentials)}`,
        describeGoogleObject(pass, credentials),
      );
    },
  };
}

async function askForToken(
  credentials: GoogleCredentials,
  { tokenUrl, signal }: { tokenUrl: string; signal: AbortSignal },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { aud: tokenUrl, scope: SCOPE, iat: now, exp: now + TOKEN_SECONDS };
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion: signJwt(claims, credentials) }),
    redirect: 'error',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Google gave the service account no access token: status ${response.status}`);
  }
  const { access_token: token } = Object(await response.json()) as { access_token?: unknown };
  if (typeof token !== 'string') throw new Error('Google’s answer has no access token');
  return token;
}
