import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answerFixed } from '../../http/answer-fixed.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer } from '../../http/server.ts';
import { createLogger } from '../../log/logger.ts';
import type { MakePage } from '../serving/make-page.ts';
import { registerDocs } from './routes.ts';

const http = createHttpServer({ requestIds: createRequestIds('test'), logger: createLogger('silent') });
after(() => http.close());

test('a page that could not be made once is made for the next who asks, and from then on kept', async () => {
  const tries: Record<string, number> = {};
  const failOnce = (what: string): void => {
    tries[what] = (tries[what] ?? 0) + 1;
    if (tries[what] === 1) throw new Error('no memory');
  };
  const makePage: MakePage = async ({ page }) => {
    failOnce(page);
    const bytes = Buffer.from(page);
    return {
      identity: bytes,
      br: bytes,
      gzip: bytes,
      etag: '"1"',
      policy: '',
      preloads: null,
      isSecret: false,
    };
  };
  await registerDocs(http, {
    description: { openapi: '3.1.0' } as never,
    publicUrl: 'http://localhost',
    dashboardUrl: 'http://localhost',
    isProduction: false,
    seedsDemo: false,
    makePage,
  });
  http.get(
    '/fixed',
    answerFixed(() => {
      failOnce('fixed');
      return 'the same';
    }, 'text/plain'),
  );
  for (const [url, what, body] of [
    ['/docs', 'reference', 'reference'],
    ['/fixed', 'fixed', 'the same'],
  ] as const) {
    assert.equal((await http.inject(url)).statusCode, 500, url);
    for (let visit = 0; visit < 2; visit++) assert.equal((await http.inject(url)).body, body);
    assert.equal(tries[what], 2, url);
  }
});
