import type { IncomingMessage } from 'node:http';

export type RequestIds = (request: Pick<IncomingMessage, 'headers'>) => string;

// A caller's own id: long enough to be unique, and meaningless to headers and logs.
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
