import type { BuildOptions, Plugin } from 'esbuild';
import path from 'node:path';
import { textsPlugin } from '../../languages/texts-plugin.ts';
import { DASHBOARD_LANGUAGES, LANGUAGES } from '../../values/language.ts';
import { compressAssets } from './compress-assets.ts';
import { describeBundles, type Bundle, type Entry, type Manifest } from './describe-bundles.ts';
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
  // It depends on the imports alone, which are the same in every language.
  let dashboardChunk: Promise<Plugin> | undefined;
  const buildEntry = async ({ entry, language }: Entry): Promise<Bundle> => {
    // They run as they are, without imports.
    const isAlone =
      entry === EMBED_SCRIPT || Object.values(PAGES).some(({ firstScript }) => firstScript === entry);
    const { metafile } = await esbuild.build({
      ...browser,
      entryPoints: [{ in: entry, out: nameOf({ entry, language }) }],
      ...(isAlone && { format: 'iife' as const, splitting: false }),
      plugins: [
        textsPlugin(language === null ? LANGUAGES : [language]),
        ...(entry === PAGES.dashboard.script
          ? [await (dashboardChunk ??= oneSharedChunk(esbuild, common, entry))]
          : []),
      ],
    });
    return { entry, language, outputs: metafile.outputs };
  };
  try {
    const [bundles] = await Promise.all([
      Promise.all(listEntries().map(buildEntry)),
      esbuild.build({
        ...common,
        plugins: [textsPlugin(LANGUAGES)],
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
    const ofDashboard = bundles.filter(({ entry }) => entry === PAGES.dashboard.script);
    const quickly = ofDashboard.flatMap(({ outputs }) =>
      Object.keys(outputs).map((file) => path.basename(file)),
    );
    await compressAssets(path.join(folder, 'assets'), { quickly: new Set(quickly) });
    return describeBundles(bundles);
  } finally {
    await esbuild.stop();
  }
}

/** Every style and script once, and a script with texts once for each language. */
function listEntries(): Entry[] {
  const pages = Object.values(PAGES);
  const alone = pages.flatMap(({ style, firstScript = [], script = [], isTranslated = false }) => [
    style,
    ...[firstScript].flat(),
    ...(isTranslated ? [] : [script].flat()),
  ]);
  const translated = pages.flatMap(({ script = [], isTranslated = false }) =>
    isTranslated ? [script].flat() : [],
  );
  return [
    ...[...new Set([EMBED_SCRIPT, ...alone])].map((entry) => ({ entry, language: null })),
    ...translated.flatMap((entry) =>
      (entry === PAGES.dashboard.script ? DASHBOARD_LANGUAGES : LANGUAGES).map((language) => ({
        entry,
        language,
      })),
    ),
  ];
}

/** A script that starts a page is called `main`, and named after its folder. */
function nameOf({ entry, language }: Entry): string {
  const { dir, name } = path.parse(entry);
  const own = name === 'main' ? path.basename(dir) : name;
  return language === null ? own : `${own}-${language}`;
}
