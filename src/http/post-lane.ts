import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { preParsingHookHandler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { readPlainJson } from './json-body.ts';
import { compileValidator } from './validate.ts';

// The usual content types of programs. The framework reads other names of JSON.
const JSON_TYPES = new Set(['application/json', 'application/json; charset=utf-8']);

const readBefore = new WeakMap<IncomingMessage, Buffer>();

/**
 * Reads a JSON body ahead of the framework, where head and body are as nearly all are, and holds it to the route's schema. It refuses
 * nothing: what is not so is left to the framework, which then reads the same bytes once more.
 */
export function createPostLane<Schema extends TSchema>(options: { schema: Schema; maxBodyBytes: number }) {
  const validate = compileValidator({ schema: options.schema, httpPart: 'body', method: 'POST', url: '' });

  return {
    /** False where the framework must read the body, of which nothing has been read yet. */
    canRead({ headers }: IncomingMessage): boolean {
      const length = Number(headers['content-length']);
      return (
        JSON_TYPES.has(headers['content-type'] ?? '') &&
        length > 0 &&
        length <= options.maxBodyBytes &&
        headers['transfer-encoding'] === undefined
      );
    },
    /**
     * `onOther` gets a body that the lane can't judge. A client that goes before its body has come hears nothing, and nothing is done for it.
     */
    read(
      request: IncomingMessage,
      onBody: (body: Static<Schema>, bytes: Buffer) => void,
      onOther: (bytes: Buffer) => void,
    ): void {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [first] = chunks;
        const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks);
        const body = readPlainJson(bytes);
        if (body !== undefined && validate(body) === true) onBody(body as Static<Schema>, bytes);
        else onOther(bytes);
      });
    },
  };
}

/** Before a request is passed on whose body was read. */
export const keepForFramework = (request: IncomingMessage, bytes: Buffer): void =>
  void readBefore.set(request, bytes);

/** For routes with a lane: the framework gets the bytes that the lane has read. */
export const readAgain: preParsingHookHandler = (request, _reply, payload, done) => {
  const bytes = readBefore.get(request.raw);
  done(null, bytes ? Readable.from([bytes]) : payload);
};
