import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WebBuild } from '../build.ts';
import { acceptedEncoding, nameEncoding, type Encoded } from '../../http/content-encoding.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from '../../http/server.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
// A name is made from the content, so what it names never changes.
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

// Other sites load it by a name that stays: a new version reaches them within the hour.
const EMBED_CACHE_CONTROL = 'public, max-age=3600';

// Buyers' pages have the files below their own path: a proxy may show that one alone, under another name.
const ADDRESSES = [ROUTES.pages.asset.path, ROUTES.embed.asset.path];

type Asset = Encoded & { type: string };

// Every app of a process serves the same files.
const read = new Map<string, Asset>();

/** The pages' scripts and styles, from memory: a few hundred kilobytes, compressed when they were built. */
export async function serveAssets(http: HttpServer, build: WebBuild): Promise<void> {
  const assets = new Map(
    await Promise.all(
      build.assets.map(async (name): Promise<[string, Asset]> => {
        const file = path.join(build.assetsFolder, name);
        const asset = read.get(file) ?? (await readAsset(file));
        read.set(file, asset);
        return [name, asset];
      }),
    ),
  );
  const send = (request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply => {
    const asset = assets.get(name);
    if (!asset) throw new Refusal('not_found', 'There is no such file: load the page again.');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    return nameEncoding(reply, encoding)
      .type(asset.type)
      .header('x-content-type-options', 'nosniff')
      .send(asset[encoding ?? 'identity']);
  };
  for (const address of ADDRESSES) {
    http.get<{ Params: { name: string } }>(address, (request, reply) =>
      send(request, reply.header('cache-control', CACHE_CONTROL), request.params.name),
    );
  }
  http.get(ROUTES.embed.script.path, (request, reply) => {
    reply.header('cache-control', EMBED_CACHE_CONTROL);
    // A page that isolates itself takes scripts of others only with this word.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return send(request, reply, build.embedScript);
  });
}

async function readAsset(file: string): Promise<Asset> {
  const [identity, br, gzip] = await Promise.all(
    ['', '.br', '.gz'].map((ending) => readFile(`${file}${ending}`)),
  );
  const type = TYPES[path.extname(file)];
  if (!identity || !br || !gzip || !type) throw new Error(`${file} can’t be served`);
  return { identity, br, gzip, type };
}
