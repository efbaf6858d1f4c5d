import type { BuildOptions, Metafile } from 'esbuild';
import path from 'node:path';
import { compressAssets } from './compress-assets.ts';
import { describeBundles, type Manifest } from './describe-bundles.ts';
import { oneSharedChunk } from './one-shared-chunk.ts';
import { EMBED_SCRIPT, PAGES } from './page-sources.ts';
import { CLIENT, ROOT } from './roots.ts';

/** Writes everything that browsers and the server's rendering need into a folder, and says what it is called. */
export async function bundlePages(folder: string): Promise<Manifest> {
  // Loaded only where there is something to build: it is a program of its own.
  const esbuild = await import('esbuild');
  const common: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  };
  const browser = {
    ...common,
    outdir: path.join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.wasm': 'file' as const },
    splitting: true,
    minify: true,
    target: 'es2020',
    metafile: true as const,
  };
  // Each script is bundled by itself: what two pages share would be a chunk of its own, and another file for both to wait for.
  const buildEntry = async (entry: string): Promise<Metafile['outputs']> => {
    // They run as they are, without imports.
    const isAlone =
      entry === EMBED_SCRIPT || Object.values(PAGES).some(({ firstScript }) => firstScript === entry);
    const { metafile } = await esbuild.build({
      ...browser,
      entryPoints: [{ in: entry, out: nameOf(entry) }],
      ...(isAlone && { format: 'iife' as const, splitting: false }),
      plugins: entry === PAGES.dashboard.script ? [await oneSharedChunk(esbuild, common, entry)] : [],
    });
    return metafile.outputs;
  };
  const entries = new Set([
    EMBED_SCRIPT,
    ...Object.values(PAGES).flatMap(({ style, firstScript = [], script = [] }) => [
      style,
      ...[firstScript].flat(),
      ...(typeof script === 'string' ? [script] : Object.values(script)),
    ]),
  ]);
  try {
    const [outputs] = await Promise.all([
      Promise.all([...entries].map(buildEntry)),
      esbuild.build({
        ...common,
        entryPoints: ['src/pages/render-page.tsx'],
        outfile: path.join(folder, 'server', 'render-page.js'),
        platform: 'node',
        target: 'node20',
      }),
      esbuild.build({
        ...common,
        entryPoints: [path.join(CLIENT, 'client.ts')],
        outfile: path.join(folder, 'demo-shop', 'tessera-client.js'),
        target: 'es2022',
      }),
    ]);
    await compressAssets(path.join(folder, 'assets'));
    return describeBundles(Object.assign({}, ...outputs) as Metafile['outputs']);
  } finally {
    await esbuild.stop();
  }
}

/** A script that starts a page is called `main`, or `main-fr`, and named after its folder. */
function nameOf(entry: string): string {
  const { dir, name } = path.parse(entry);
  return name.replace(/^main(?=-|$)/, path.basename(dir));
}
