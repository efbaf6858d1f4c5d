import type { HttpServer } from './server.ts';

/** Below this scope, forms are taken that a browser sends by itself: `application/x-www-form-urlencoded`, one value a field. */
export function takeFormBodies(scope: HttpServer): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  );
}
