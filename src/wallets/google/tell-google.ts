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

/** Google does not take this one pass. It may take others. */
export class PassRefused extends Error {}

// Not of one pass: the account may not, it is asked too much, or too slowly.
const OF_ALL_PASSES = new Set([401, 403, 408, 429]);

export type TellGoogle = {
  tell(pass: Pass): Promise<void>;
};

/**
 * Writes passes to Google as they are now, for one run: with one access token, each event's facts once. One whose link was opened and that was not saved
 * is unknown there, and is written too: the same link, opened again, then finds it there as it is, and not as it was. (That Google keeps what it
 * has where a link brings the same id is not in its reference.)
 */
export async function openGoogle(
  credentials: GoogleCredentials,
  { url, tokenUrl, signal }: { url: string; tokenUrl: string; signal: AbortSignal },
): Promise<TellGoogle> {
  const limit = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const accessToken = await askForToken(credentials, { tokenUrl, signal: limit() });
  const send = async (method: 'PATCH' | 'POST', path: string, body: object): Promise<number> => {
    const response = await fetch(`${url}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: limit(),
    });
    await response.body?.cancel();
    const { ok, status } = response;
    if (ok || (method === 'PATCH' && status === 404)) return status;
    const isOfOne = status < 500 && !OF_ALL_PASSES.has(status);
    throw new (isOfOne ? PassRefused : Error)(`Google Wallet answered with status ${status}`);
  };
  const write = async (sort: 'eventTicketClass' | 'eventTicketObject', id: string, body: object) => {
    if ((await send('PATCH', `${sort}/${id}`, body)) === 404) await send('POST', sort, body);
  };
  const toldClasses = new Set<string>();
  return {
    async tell(pass) {
      const classId = googleClassId(pass, credentials);
      // A void pass may not tell the place, which the others of its event may: so nothing new is written for one.
      if (pass.ticket && !toldClasses.has(classId)) {
        await write('eventTicketClass', classId, describeGoogleClass(pass, credentials));
        toldClasses.add(classId);
      }
      const body = describeGoogleObject(pass, credentials);
      if (pass.ticket) await write('eventTicketObject', googleObjectId(pass, credentials), body);
      else await send('PATCH', `eventTicketObject/${googleObjectId(pass, credentials)}`, body);
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
