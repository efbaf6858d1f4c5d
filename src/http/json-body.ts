import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { emptyMember } from './raw-member.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent, for what has to come back untouched. */
    bodyText: string;
  }
  interface FastifyContextConfig {
    /** The member of the body that is kept as the text it was sent as, and parsed nowhere. */
    untouched?: string;
  }
}

/** Bodies are JSON in UTF-8. Others are refused: read by guessing, they would come back as something else. */
export function takeJsonBodies(app: HttpServer): void {
  app.decorateRequest('bodyText', '');
  parseJsonBodies(app);
}

type Parsing = {
  /** All of the body has come, and none of it was looked at: waited for. */
  onArrived?: (request: FastifyRequest) => Promise<void>;
  /** Looks at a text before it is parsed, and may refuse it. */
  look?: (text: string) => Refusal | null;
};

/** The same for a scope of its own. */
export function parseJsonBodies(app: HttpServer, { onArrived, look = () => null }: Parsing = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  type Done = (error: Error | null, body?: unknown) => void;
  const parseBody = (request: FastifyRequest, body: Buffer, done: Done): void => {
    const refusal = checkBytes(request, body);
    if (refusal) return done(refusal);
    const text = body.toString('utf8');
    const complaint = look(text);
    if (complaint) return done(complaint);
    const { untouched } = request.routeOptions.config;
    const parsePlain: Parse = (given, then) => void parse(request, given, then);
    const parseWhole: Parse = (given, then) =>
      parsePlain(given, (error, parsed) =>
        // The untouched part is nobody's object here: it may have any names in it.
        error && untouched !== undefined && isJsonObject(given)
          ? parsePlain(emptyMember(given, untouched), then)
          : then(error, parsed),
      );
    parseWhole(text, (error, parsed) => {
      if (error) return done(explain(text));
      if (hasLoneSurrogate(text))
        return done(malformed('The body contains half a character: \\ud800 to \\udfff must come in pairs.'));
      request.bodyText = text;
      done(null, parsed);
    });
  };
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!onArrived) return parseBody(request, body, done);
    onArrived(request).then(() => parseBody(request, body, done), done);
  });
}

// An escape may hide a name or half a character; the names reach into a prototype.
const NEEDS_A_LOOK = /\\|__proto__|constructor/;

/** The value of a body that the rules of `takeJsonBodies` surely take; undefined: it needs a look by them. */
export function readPlainJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  if (NEEDS_A_LOOK.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const malformed = (message: string): Refusal => new Refusal('malformed_body', message);

function checkBytes(request: FastifyRequest, body: Buffer): Refusal | null {
  if (body.length === 0) return malformed('The body is empty: send a JSON object.');
  if (namesOtherCharset(request.headers['content-type'] ?? '')) {
    return malformed('The body must be in UTF-8: Content-Type names another charset.');
  }
  return isUtf8(body) ? null : malformed('The body contains bytes that are not UTF-8.');
}

// `charset=utf8` is not its official name, but can mean nothing else.
const UTF_8 = /^"?utf-?8"?$/i;

function namesOtherCharset(contentType: string): boolean {
  if (!/charset/i.test(contentType)) return false;
  const charsets = contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;\s]*)/gi);
  return [...charsets].some(([, charset = '']) => !UTF_8.test(charset));
}

type Parse = (text: string, done: (error: Error | null, parsed?: unknown) => void) => void;

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The parser refuses both broken JSON and names that reach into a prototype, and does not say which it was. */
function explain(text: string): Refusal {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return malformed('The body is not valid JSON.');
  }
  return malformed('The body must not contain the key "__proto__", or "prototype" in "constructor".');
}

const MAY_BE_SURROGATE = /\\ud[89a-f]/i;
// Every escape from left to right, so that the backslash of one is not taken for the start of another.
const ESCAPES = /\\(?:(ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|(ud[89a-f])|.)/gi;

/** In a text that is JSON. UTF-8 itself can't say half a character; an escape can, in names too. */
function hasLoneSurrogate(text: string): boolean {
  if (!MAY_BE_SURROGATE.test(text)) return false;
  for (const [, , lone] of text.matchAll(ESCAPES)) if (lone !== undefined) return true;
  return false;
}
