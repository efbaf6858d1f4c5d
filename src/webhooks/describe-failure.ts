import { ForbiddenReceiver } from './guard.ts';

// In words for the host whose receiver it is. An error's own message may name an address that our resolver knows.
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  UND_ERR_SOCKET: 'The connection was closed before an answer came.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection came about in time.',
  ETIMEDOUT: 'No connection came about in time.',
  ENETUNREACH: 'There is no way to the address.',
  EHOSTUNREACH: 'There is no way to the address.',
  ENOTFOUND: 'The name does not exist.',
  ENODATA: 'The name has no address.',
  ESERVFAIL: 'The name could not be resolved.',
  ETIMEOUT: 'The name could not be resolved in time.',
  ECANCELLED: 'The name could not be resolved in time.',
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too large.",
};

/** Why an attempt failed, for its log. */
export function describeFailure(error: unknown): string {
  if (error instanceof ForbiddenReceiver) return `Not sent: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REASONS[code];
  if (known) return known;
  if (/^(CERT|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code))
    return `The receiver's certificate or TLS is at fault (${code}).`;
  if (code.startsWith('HPE_')) return `The answer is not HTTP (${code}).`;
  return code ? `The request failed (${code}).` : 'The request failed.';
}
