import type { OpenApiDocument } from '../../values/openapi-document.ts';

export const REFERENCE_PATH = '/docs';

/** The API's address on the server that shows the page: a page may call no other one. */
export function apiPath({ servers }: OpenApiDocument): string {
  const [server] = servers ?? [];
  return (URL.parse(server?.url ?? '')?.pathname ?? '').replace(/\/$/, '');
}

export const documentPath = (description: OpenApiDocument): string => `${apiPath(description)}/openapi.json`;
