import { createHash, createHmac } from 'node:crypto';

export type Credentials = { accessKeyId: string; secretAccessKey: string };

type Asked = {
  method: 'GET' | 'PUT' | 'DELETE';
  host: string;
  /** Of characters alone that need no encoding. */
  path: string;
  /** As it stands behind the question mark, its parts in order, each with an equals sign. */
  query?: string;
  body: Uint8Array;
  region: string;
  credentials: Credentials;
  at: Date;
};

const SIGNED = 'host;x-amz-content-sha256;x-amz-date';

/**
 * The headers that prove to an S3-compatible store who asks, and that nothing was changed on the way: Signature Version 4,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest({
  method,
  host,
  path,
  query = '',
  body,
  region,
  credentials,
  at,
}: Asked): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const headers = `host:${host}\nx-amz-content-sha256:${bodyHash}\nx-amz-date:${time}\n`;
  const canonical = [method, path, query, headers, SIGNED, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`,
  };
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
