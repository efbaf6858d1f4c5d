import { ForbiddenReceiver } from './guard.ts';

// A browser fetches what a receiver has left out of the chain, so that its owner may see nothing wrong with it.
const UNTRUSTED = 'The certificate comes from an untrusted authority, or lacks its chain.';

// In words for the host whose receiver it is. An error's own message may name an address that our resolver knows.
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  UND_ERR_SOCKET: 'The connection was closed before an answer arrived.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection was not established in time.',
  ETIMEDOUT: 'The connection was not established in time.',
  ENETUNREACH: "The address can't be reached.",
  EHOSTUNREACH: "The address can't be reached.",
  ENOTFOUND: 'The name does not exist.',
  ENODATA: 'The name has no address.',
  ESERVFAIL: 'The name could not be resolved.',
  ETIMEOUT: 'The name could not be resolved in time.',
  ECANCELLED: 'The name could not be resolved in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too large.",
};

/** Why an attempt failed, for its log. */
export function describeFailure(error: unknown): string {
  if (error instanceof ForbiddenReceiver) return `Not sent: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REASONS[code];
  if (known) return known;
  if (/^(CERT|UNABLE_TO|INVALID_)/.test(code)) return `The certificate is not valid (${code}).`;
  if (/^(ERR_TLS|ERR_SSL|EPROTO)/.test(code)) return `The TLS handshake failed (${code}).`;
  if (code.startsWith('HPE_')) return `The answer is not HTTP (${code}).`;
  return code ? `The request failed (${code}).` : 'The request failed.';
}
