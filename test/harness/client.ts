import type { TestHost } from './make-catalog.ts';
import type { TestApp } from './test-app.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared field by field; a test names what it expects
export type Answer = { status: number; headers: Headers; body: any };

/** Asks the API as an integrator would, over a real socket. */
export async function ask(
  on: Pick<TestApp, 'baseUrl'>,
  path: string,
  options: {
    key?: TestHost | string;
    headers?: Record<string, string>;
    method?: string;
    body?: unknown;
  } = {},
): Promise<Answer> {
  const { key } = options;
  const response = await fetch(`${on.baseUrl}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      ...(key && { authorization: `Bearer ${typeof key === 'string' ? key : key.publicKey}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  };
}
