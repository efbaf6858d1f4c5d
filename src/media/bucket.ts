import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { signRequest, type Credentials } from './sign-request.ts';

/** A bucket of an S3-compatible store. */
export type BucketSettings = {
  /** Without a path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Of the names in the bucket; empty, or with a slash at its end. */
  prefix: string;
  credentials: Credentials;
};

export type Bucket = {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such object. */
  get(name: string): Promise<Buffer | null>;
  /** Of what is not there too. */
  remove(name: string): Promise<void>;
  /** Throws, in a line, where it can't be written to and read from. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The store's error, or its silence; never with a key or a signature in it. */
export class BucketFailed extends Error {
  /** Whether it may go well the next time. */
  readonly mayPass: boolean;
  constructor(message: string, { mayPass, cause }: { mayPass: boolean; cause?: unknown }) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

export type BucketLimits = { timeoutMs: number; pausesMs: number[]; maxWaiting: number };

const LIMITS: BucketLimits = {
  // For one try. Our largest file is some megabytes.
  timeoutMs: 5_000,
  pausesMs: [100, 500],
  // A store that answers slowly must not gather all requests of a process.
  maxWaiting: 64,
};
const CONNECTIONS = 16;
// No file of ours is larger: the upload of which it is made may not be.
const MAX_OBJECT_BYTES = 20 * 1024 * 1024;
const NAME = /^[\w.-]{1,200}$/;
const CHECK_NAME = 'tessera-check.txt';
const CONTENT_TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', png: 'image/png' };

type Answer = { status: number; bytes: Buffer };

export function openBucket(settings: BucketSettings, limits: Partial<BucketLimits> = {}): Bucket {
  const { endpoint, region, bucket, prefix, credentials } = settings;
  const { timeoutMs, pausesMs, maxWaiting } = { ...LIMITS, ...limits };
  const { origin, host } = new URL(endpoint);
  const agent = new Agent({
    connections: CONNECTIONS,
    maxResponseSize: MAX_OBJECT_BYTES,
    connect: { timeout: timeoutMs },
  });
  let waiting = 0;

  async function tryOnce(method: 'GET' | 'PUT' | 'DELETE', name: string, body: Uint8Array): Promise<Answer> {
    const path = `/${bucket}/${prefix}${name}`;
    const signed = signRequest({ method, host, path, body, region, credentials, at: new Date() });
    const type = CONTENT_TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    try {
      const response = await agent.request({
        origin,
        path,
        method,
        headers: { ...signed, ...(method === 'PUT' && { 'content-type': type }) },
        body: method === 'PUT' ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.statusCode, bytes: Buffer.from(await response.body.arrayBuffer()) };
    } catch (error) {
      const { code, name: kind } = error as NodeJS.ErrnoException;
      const reason = kind === 'TimeoutError' ? `no answer within ${timeoutMs / 1000} s` : (code ?? kind);
      throw new BucketFailed(`${host} can't be reached (${reason})`, { mayPass: true, cause: error });
    }
  }

  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    name: string,
    body: Uint8Array = new Uint8Array(),
  ): Promise<Answer> {
    assert.match(name, NAME, 'no name of a file of ours');
    if (waiting >= maxWaiting)
      throw new BucketFailed(`${host} is too slow for all who ask`, { mayPass: true });
    waiting += 1;
    try {
      for (let tries = 0; ; tries++) {
        try {
          const answer = await tryOnce(method, name, body);
          const failure = failureOf(answer, settings, host);
          if (!failure) return answer;
          throw failure;
        } catch (error) {
          const pauseMs = pausesMs[tries];
          if (!(error instanceof BucketFailed) || !error.mayPass || pauseMs === undefined) throw error;
          await delay(pauseMs);
        }
      }
    } finally {
      waiting -= 1;
    }
  }

  return {
    put: async (name, bytes) => void (await ask('PUT', name, bytes)),
    async get(name) {
      const { status, bytes } = await ask('GET', name);
      return status === 404 ? null : bytes;
    },
    remove: async (name) => void (await ask('DELETE', name)),
    async check() {
      const text = Buffer.from('Tessera keeps pictures here.\n');
      await ask('PUT', CHECK_NAME, text);
      const { status, bytes } = await ask('GET', CHECK_NAME);
      if (status !== 200 || !bytes.equals(text))
        throw new BucketFailed(`${host} does not give back what was stored`, { mayPass: false });
    },
    close: () => agent.close(),
  };
}

/** The store's error codes in words for the operator. */
const MEANINGS: Record<string, string> = {
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is not that of AWS_ACCESS_KEY_ID',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  AccessDenied: 'this key may not read and write there',
  NoSuchBucket: 'there is no such bucket',
  AuthorizationHeaderMalformed: 'the region is another one',
  PermanentRedirect: 'the region is another one',
  RequestTimeTooSkewed: 'the clock of this machine is off',
};

/** Null where it is an answer to go on with: done, or not there. */
function failureOf({ status, bytes }: Answer, { bucket }: BucketSettings, host: string): BucketFailed | null {
  if (status >= 200 && status < 300) return null;
  const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(bytes.subarray(0, 4_096).toString('latin1')) ?? [];
  if (status === 404 && code !== 'NoSuchBucket') return null;
  const meaning = MEANINGS[code];
  return new BucketFailed(
    `${host} refused with ${status}${code && ` ${code}`} for the bucket ${bucket}${meaning ? `: ${meaning}` : ''}`,
    { mayPass: status >= 500 || status === 429 || status === 408 },
  );
}
