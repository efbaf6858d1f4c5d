import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signRequest } from './sign-request.ts';

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html has these, with their signatures.
const EXAMPLE = {
  method: 'GET',
  host: 'examplebucket.s3.amazonaws.com',
  path: '/',
  body: new Uint8Array(),
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  at: new Date('2013-05-24T00:00:00.000Z'),
} as const;

test('the examples of the specification are signed as it signs them', () => {
  for (const [query, signature] of [
    ['lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const) {
    assert.deepEqual(signRequest({ ...EXAMPLE, query }), {
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    });
  }
});
