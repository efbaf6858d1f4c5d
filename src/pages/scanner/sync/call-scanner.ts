import { CallFailed, callServer, type Call } from '../../shared/call-server.ts';

/** Out for good: the phone was removed, or its time is over. */
export const isOut = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.code === 'device_revoked' || error.code === 'device_ended');

/** The server was there, and said no. */
export const isRefused = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.reason === 'refused' && (error.refusal?.status ?? 500) < 500;

/** As this phone, and no longer than it can wait. */
export async function callAsDevice<Answer>(
  token: string,
  path: string,
  { patienceMs, ...call }: Call & { patienceMs: number },
): Promise<Answer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { answer } = await callServer<Answer>(`/scan/${path}`, {
      ...call,
      headers,
      signal: patience.signal,
    });
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
