import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { BucketSettings } from '../../src/media/bucket.ts';
import { ownPort } from './own-port.ts';

/** A store that speaks S3, with a bucket of its own. */
export type BucketServer = {
  settings: BucketSettings;
  /** The product's environment for it. */
  environment: Record<string, string>;
  stop(): Promise<void>;
  /** At the same address, with what was in it. */
  startAgain(): Promise<void>;
  /** For good. */
  close(): Promise<void>;
};

/**
 * A store that speaks S3 over a real socket: PUT, GET and DELETE of objects in one bucket, for one key. It reads the signature as the
 * specification has it, from whatever headers the caller says it has signed, and refuses in S3's own words.
 */
export type S3Store = BucketServer & { objects: Map<string, Buffer> };

const KEY = { id: 'TESTKEY', secret: 'test/secret+of-the-key' };
const BUCKET = 'pictures';
const MAX_SKEW_MS = 15 * 60_000;

export async function startS3Store(): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const port = await ownPort();
  let server: Server | null = null;
  const startAgain = async (): Promise<void> => {
    server = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
        const { status, code, bytes } = answer(objects, request, body);
        const text = code ? `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` : bytes;
        response.writeHead(status).end(text);
      })();
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    const ending = server;
    server = null;
    if (!ending) return;
    ending.close();
    ending.closeAllConnections();
    await once(ending, 'close');
  };
  await startAgain();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    objects,
    settings: {
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix: 'media/',
      credentials: { accessKeyId: KEY.id, secretAccessKey: KEY.secret },
    },
    environment: {
      MEDIA_URL: `s3://${BUCKET}/media?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEY.id,
      AWS_SECRET_ACCESS_KEY: KEY.secret,
    },
    stop,
    startAgain,
    close: stop,
  };
}

type Answer = { status: number; code?: string; bytes?: Buffer };

function answer(objects: Map<string, Buffer>, request: IncomingMessage, body: Buffer): Answer {
  const refusal = refusalOf(request, body);
  if (refusal) return { status: 403, code: refusal };
  const [, bucket = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
  if (bucket !== BUCKET) return { status: 404, code: 'NoSuchBucket' };
  if (request.method === 'PUT') {
    objects.set(key, body);
    return { status: 200 };
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const bytes = objects.get(key);
  return bytes ? { status: 200, bytes } : { status: 404, code: 'NoSuchKey' };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const [, id, day = '', region = '', signed = '', signature = ''] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== KEY.id) return 'InvalidAccessKeyId';
  if (region !== 'us-east-1') return 'AuthorizationHeaderMalformed';
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < MAX_SKEW_MS) || !time.startsWith(day)) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!mustBeSigned.every((name) => names.includes(name))) return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    hash(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const ofDay = mac(`AWS4${KEY.secret}`, day);
  const key = mac(mac(mac(ofDay, region), 's3'), 'aws4_request');
  const right = mac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`);
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const mac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
