import { connect, type ClientHttp2Session } from 'node:http2';
import type { AppleCredentials } from './read-apple-credentials.ts';

// Apple takes a thousand at once on a connection. Fewer are no slower, and leave it room.
const AT_ONCE = 100;
const ANSWER_LIMIT_MS = 10_000;

// Apple's words for a phone that has no such pass any more.
const GONE = new Set(['BadDeviceToken', 'Unregistered', 'DeviceTokenNotForTopic']);

export type Pushed = { gone: string[]; failure: Error | null };

/**
 * Tells phones, over Apple's push service, that one of their passes has changed: they then ask us which. Answers the push tokens that are good no
 * longer, and why others could not be told, for a later try: a phone that is told twice asks twice. One that Apple refuses keeps no other waiting;
 * anybody with a pass may register any push token.
 */
export async function pushToPhones(
  pushTokens: readonly string[],
  { url, credentials, signal }: { url: string; credentials: AppleCredentials; signal: AbortSignal },
): Promise<Pushed> {
  const pushed: Pushed = { gone: [], failure: null };
  if (pushTokens.length === 0) return pushed;
  const { tls, passTypeId } = credentials;
  const session = connect(url, tls);
  // Told by every request that it breaks.
  session.on('error', () => {});
  try {
    for (let at = 0; at < pushTokens.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const some = pushTokens.slice(at, at + AT_ONCE);
      const ends = await Promise.allSettled(some.map((token) => push(session, token, passTypeId)));
      for (const [index, end] of ends.entries()) {
        if (end.status === 'rejected') pushed.failure ??= end.reason as Error;
        else if (end.value) pushed.gone.push(some[index] ?? '');
      }
      if (session.destroyed) break;
    }
    return pushed;
  } finally {
    session.destroy();
  }
}

/** Whether the phone is gone. */
async function push(session: ClientHttp2Session, pushToken: string, topic: string): Promise<boolean> {
  const { status, body } = await exchange(session, pushToken, topic);
  if (status === 200) return false;
  const reason = reasonIn(body);
  if (status === 410 || GONE.has(reason)) return true;
  throw new Error(`Apple's push service answered with status ${status}${reason && `: ${reason}`}`);
}

function exchange(
  session: ClientHttp2Session,
  pushToken: string,
  topic: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    if (session.destroyed) {
      reject(new Error('the connection to Apple’s push service is gone'));
      return;
    }
    const request = session.request({
      ':method': 'POST',
      ':path': `/3/device/${pushToken}`,
      'apns-topic': topic,
    });
    let status = 0;
    let body = '';
    request.setEncoding('utf8');
    request.on('response', (headers) => (status = headers[':status'] ?? 0));
    request.on('data', (part: string) => (body = (body + part).slice(0, 1_000)));
    request.on('end', () =>
      status === 0 ? reject(new Error('Apple’s push service gave no answer')) : resolve({ status, body }),
    );
    request.on('error', reject);
    request.setTimeout(ANSWER_LIMIT_MS, () =>
      request.destroy(new Error('Apple’s push service did not answer in time')),
    );
    // A pass has nothing to say in a push: what has changed is asked for.
    request.end('{}');
  });
}

function reasonIn(body: string): string {
  try {
    const { reason } = Object(JSON.parse(body)) as { reason?: unknown };
    return typeof reason === 'string' ? reason.slice(0, 100) : '';
  } catch {
    return '';
  }
}
