import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { ConfigError } from '../config/config-error.ts';
import { visible } from './terminal.ts';

/** The lines of a file, or of what an http(s) address answers, as many at a time as have come: neither is ever in memory whole. */
export async function* readLines(
  source: string,
  limits: { maxBytes: number; maxLineLength: number },
): AsyncGenerator<string[], void> {
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  let rest = '';
  for await (const chunk of /^https?:\/\//i.test(source) ? ask(source) : readFile(source)) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes)
      throw new ConfigError(
        `${visible(source)} is longer than ${limits.maxBytes.toLocaleString('en')} bytes.`,
      );
    const lines = (rest + decoder.write(chunk)).split('\n');
    if (lines.some(({ length }) => length > limits.maxLineLength))
      throw new ConfigError(
        `${visible(source)} has a line of more than ${limits.maxLineLength} characters: it is not such a list.`,
      );
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest !== '') yield [rest];
}

async function* readFile(file: string): AsyncGenerator<Buffer, void> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new ConfigError(`There is no file ${visible(file)}.`);
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}

async function* ask(url: string): AsyncGenerator<Uint8Array, void> {
  try {
    const response = await fetch(url, { headers: { accept: 'text/plain' } });
    if (!response.ok || !response.body) throw new ConfigError(await refusalOf(url, response));
    yield* response.body as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { cause, message } = error as Error & { cause?: Error };
    throw new ConfigError(`${visible(url)} can't be read: ${visible(cause?.message || message)}.`, {
      cause: error,
    });
  }
}

/** In the words of whoever refuses, where it is a Tessera. */
async function refusalOf(url: string, response: Response): Promise<string> {
  const isOurs = response.headers.get('content-type')?.startsWith('application/json');
  const body = isOurs ? ((await response.json()) as { message?: unknown }) : {};
  const words = typeof body.message === 'string' ? `: ${body.message}` : '.';
  return visible(`${url} answered ${response.status}${words}`);
}
