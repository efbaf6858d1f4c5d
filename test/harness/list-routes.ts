import assert from 'node:assert/strict';
import type { App } from '../../src/app/create-app.ts';

export type Route = { method: string; path: string };

/** Every address that the product answers, read from the framework's own tree of them. */
export function listRoutes({ http }: Pick<App, 'http'>): Route[] {
  const above: string[] = [];
  const routes: Route[] = [];
  for (const line of http.printRoutes().split('\n')) {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? [];
    if (indent === undefined || part === undefined) continue;
    const depth = indent.length / 4;
    above.length = depth;
    above.push(part);
    const path = above.join('');
    for (const method of methods?.split(', ') ?? []) routes.push({ method, path });
  }
  assert.ok(routes.length > 30, 'the tree of routes is printed in another way now');
  return routes;
}
