import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** An answer of the product, for the bare server to repeat. */
export type Captured = { status: number; headers: string[]; body: string; etag: string | null };

/** Not by fetch: it unpacks what it gets. */
export async function captureOne(url: string, headers: Record<string, string>): Promise<Captured> {
  const sent = get(url, { agent: false, headers });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
  const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  return {
    status: response.statusCode ?? 0,
    headers: Object.entries(response.headers)
      .filter(([name]) => !ownHeaders.has(name))
      .flatMap(([name, value]) => [name, String(value)]),
    body: body.toString('base64'),
    etag: response.headers.etag ?? null,
  };
}
