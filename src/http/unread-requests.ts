import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '../refusal.ts';
import { hasBodyTime } from './body-time.ts';
import { CORS_HEADERS } from './cors.ts';
import { errorBody } from './errors.ts';
import { HSTS_HEADER } from './hsts.ts';
import type { RequestIds } from './request-id.ts';
import type { Handler } from './server.ts';

/** Answers to what never becomes a request of the framework: in the envelope of all errors, and with their headers. */
export function createUnreadAnswers(options: { requestIds: RequestIds; sendsHsts: boolean }) {
  const { requestIds, sendsHsts } = options;

  function answerTo(refusal: Refusal, request: Pick<IncomingMessage, 'headers'>) {
    const body = JSON.stringify(errorBody(refusal));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-request-id': requestIds(request),
      [CORS_HEADERS[0]]: CORS_HEADERS[1],
      [CORS_HEADERS[2]]: CORS_HEADERS[3],
      ...(sendsHsts && { [HSTS_HEADER[0]]: HSTS_HEADER[1] }),
      connection: 'close',
    };
    return { status: refusal.status, headers, body };
  }

  function refuse(...[request, response, refusal]: [...Parameters<Handler>, Refusal]): void {
    const { status, headers, body } = answerTo(refusal, request);
    response.writeHead(status, headers).end(body);
  }

  function refuseOn(socket: Duplex, refusal: Refusal): void {
    const { status, headers, body } = answerTo(refusal, { headers: {} });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  }

  return {
    /** HTTP/1.1 asks for it (RFC 9112, 3.2); Node by itself would answer without a body. */
    requireHost(handler: Handler): Handler {
      return (request, response) => {
        if (request.headers.host === undefined && request.httpVersion === '1.1') {
          refuse(request, response, new Refusal('bad_request', 'The request must have a Host header.'));
        } else handler(request, response);
      };
    },

    /** Answers requests that Node would answer without a body, or not at all. */
    answerFor(server: Server): void {
      server.on('checkExpectation', (request, response) => {
        const message = 'Expect must be 100-continue.';
        refuse(request, response, new Refusal('expectation_failed', message));
      });
      // By now Node has nothing to do with the socket any more: no error of it is caught, and no time of it is over, but here.
      server.on('connect', (_request, socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('finish', () => socket.destroy());
        refuseOn(socket, new Refusal('not_found', 'There is no endpoint CONNECT.'));
      });
    },

    /** Answers unreadable requests: too slow, too large a head, not HTTP. */
    answerError(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasBodyTime(socket)) return;
      if (socket.writable && error.code !== 'ECONNRESET' && !isBeingAnswered(socket))
        refuseOn(socket, describeError(error));
      else socket.destroy();
    },
  };
}

/** An answer is under way that has not ended: a second one would stand in the middle of it. */
function isBeingAnswered(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  const answer = socket._httpMessage;
  return !!answer?.headersSent && !answer.writableEnded;
}

function describeError({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('headers_too_large', 'The address and the headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal('body_too_large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('request_timeout', 'The request took too long to arrive: send it again.');
    default:
      return new Refusal('bad_request', 'The request is not valid HTTP/1.1.');
  }
}
