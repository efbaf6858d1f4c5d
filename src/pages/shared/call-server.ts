import type { ErrorBody } from '../../http/errors.ts';

// A phone on a slow line gets its answer within this, or is asked to try again.
const PATIENCE_MS = 20_000;

/** The envelope of every refusal. A door may add fields, which its pages read. */
export type RefusalBody = ErrorBody & { field?: string; current?: object; reason?: string | null };

/** Why there is no answer to use: the server's refusal, or none at all. */
export class CallFailed extends Error {
  // Declared and not defined: for phones from before class fields the bundler would add a helper, in a file of its own.
  declare readonly reason: 'refused' | 'offline' | 'slow';
  declare readonly refusal: RefusalBody | null;

  constructor(reason: CallFailed['reason'], refusal: RefusalBody | null) {
    super(refusal?.message ?? reason);
    this.reason = reason;
    this.refusal = refusal;
  }

  get code(): string | null {
    return this.refusal?.error_code ?? null;
  }
}

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: object;
  /** Whether cookies go along. The pages of buyers have none. */
  credentials?: 'omit' | 'same-origin';
  /** Outlives the page that makes it. */
  keepalive?: boolean;
  /** Ends the call once nobody waits for it. */
  signal?: AbortSignal;
};

/** The JSON of an answer, with the `Date` header for those who count time. */
export type Answered<Answer> = { answer: Answer; date: string | null };

/** The caller names the type of the answer, by the schema that the server answers by. */
export async function callServer<Answer>(
  address: string,
  { method = 'GET', headers = {}, body, credentials = 'omit', keepalive = false, signal }: Call = {},
): Promise<Answered<Answer>> {
  const patience = new AbortController();
  const giveUp = (): void => patience.abort();
  const timer = setTimeout(giveUp, PATIENCE_MS);
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      credentials,
      keepalive,
      signal: patience.signal,
    });
    if (!response.ok) throw new CallFailed('refused', await refusalIn(response));
    return { answer: (await response.json()) as Answer, date: response.headers.get('date') };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new CallFailed(patience.signal.aborted ? 'slow' : 'offline', null);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** A proxy on the way may answer with a page instead. */
export async function refusalIn(response: Response): Promise<RefusalBody> {
  const unreadable = { message: '', status: response.status, error_code: 'internal_error' as const };
  const refusal = (await response.json().catch(() => unreadable)) as Partial<RefusalBody> | null;
  return { ...unreadable, ...refusal, reason: response.headers.get('error-reason') };
}
