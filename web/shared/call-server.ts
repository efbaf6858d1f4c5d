import type { EmbedError } from '../../src/checkout/embed/embed-error-schema.ts';

// A phone on a slow line gets its answer within this, or is asked to try again.
const PATIENCE_MS = 20_000;

/** Why there is no answer to use: the server's refusal, or none at all. */
export class CallFailed extends Error {
  // Declared and not defined: for phones from before class fields the bundler would add a helper, in a file of its own.
  declare readonly reason: 'refused' | 'offline' | 'slow';
  declare readonly refusal: EmbedError | null;

  constructor(reason: CallFailed['reason'], refusal: EmbedError | null) {
    super(refusal?.message ?? reason);
    this.reason = reason;
    this.refusal = refusal;
  }

  get code(): string | null {
    return this.refusal?.error_code ?? null;
  }
}

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: object;
};

/** The JSON of an answer, with the `Date` header for those who count time. */
export async function callServer(
  address: string,
  { method = 'GET', headers = {}, body }: Call = {},
): Promise<{ answer: unknown; date: string | null }> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      credentials: 'omit',
      signal: patience.signal,
    });
    if (!response.ok) throw new CallFailed('refused', await refusalIn(response));
    return { answer: await response.json(), date: response.headers.get('date') };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new CallFailed(patience.signal.aborted ? 'slow' : 'offline', null);
  } finally {
    clearTimeout(timer);
  }
}

/** A proxy on the way may answer with a page instead. */
async function refusalIn(response: Response): Promise<EmbedError> {
  const unreadable = { message: '', status: response.status, error_code: 'internal_error' as const };
  const refusal = (await response.json().catch(() => unreadable)) as Partial<EmbedError> | null;
  return { ...unreadable, ...refusal };
}
