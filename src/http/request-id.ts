import type { IncomingMessage } from 'node:http';

export type RequestIds = (request: Pick<IncomingMessage, 'headers'>) => string;

// What a caller may choose itself: long enough to be told apart, nothing that means anything to a header or a log.
const SANE_REQUEST_ID = /^[\w-]{8,64}$/;

/** The caller's own id where it sent a sane one, else the process's name and a number. */
export function createRequestIds(processId: string): RequestIds {
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (given !== undefined && typeof given === 'string' && SANE_REQUEST_ID.test(given)) return given;
    return `${processId}-${(count++).toString(36)}`;
  };
}
