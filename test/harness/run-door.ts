import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The files' shared things are made in the run's own process, when a file asks for them first: a run that needs none of it pays
 * for none, and no file that ends or crashes takes it along.
 */
export async function openRunDoor(
  makers: Record<string, () => Promise<string>>,
): Promise<{ url: string; close(): void }> {
  const door = createServer((request, response) => {
    const make = makers[request.url?.slice(1) ?? ''] ?? (() => Promise.reject(new Error('no such thing')));
    make().then(
      (made) => response.end(made),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: () => void door.close(),
  };
}

/** Null outside of a run, where a script has to make its own. */
export async function askRun(what: 'browser' | 'seeded-folder'): Promise<string | null> {
  const url = process.env['TESSERA_TEST_RUN_URL'];
  if (!url) return null;
  const response = await fetch(`${url}/${what}`);
  const made = await response.text();
  if (!response.ok) throw new Error(`${what}: ${made}`);
  return made;
}
