/**
 * For a year browsers come by https only, whatever a link says. Only this very host: what else lives below the
 * operator's domain is not ours to decide on (includeSubDomains), and a browser's built-in list can't be left (preload).
 */
export const HSTS_HEADER = ['strict-transport-security', 'max-age=31536000'] as const;
