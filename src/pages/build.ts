import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { bundlePages } from './building/bundle-pages.ts';
import type { Manifest } from './building/describe-bundles.ts';
import { CLIENT, ROOT } from './building/roots.ts';
import { isServerFile } from './is-server-file.ts';

export type WebBuild = Manifest & {
  /** Browser files by their hashed names, each with `.br` and `.gz` beside it. */
  assetsFolder: string;
  /** Exports `renderPage`, of the type `RenderPage`. */
  serverFile: string;
  /** The demo site's borrowed file: the client of the API, by a name that stays. */
  demoShopFolder: string;
};

const DIST = path.join(ROOT, 'dist');
const SRC = path.join(ROOT, 'src');
/** Of src: the making of the bundles, and the files that browsers get. */
const goesIntoBuild = (name: string): boolean =>
  /^pages\/build(\.ts$|ing\/)/.test(name) ||
  (name.startsWith('pages/')
    ? !isServerFile(name) && !/\.(test|fixture)\.tsx?$/.test(name)
    : /^(languages|rules|seating-plans|values)\//.test(name) || name === 'powers.ts');
const PACKAGES = [
  'esbuild',
  'preact',
  '@preact/signals',
  'preact-render-to-string',
  'typebox',
  'idb',
  'zxing-wasm',
  '@noble/ed25519',
];
const MANIFEST = 'manifest.json';

/**
 * The bundles of this version of the sources, built where nobody has built them yet. A folder is named after all that goes
 * into it and appears whole, so that processes which start together neither wait for each other nor see half of one.
 */
export const buildWeb = (): Promise<WebBuild> => (building ??= findOrBuild());

// The sources of a process don't change, and to hash them takes as long as the rest of an app's start.
let building: Promise<WebBuild> | null = null;

async function findOrBuild(): Promise<WebBuild> {
  const folder = path.join(DIST, await hashSources());
  if (!existsSync(folder)) await buildInto(folder);
  const manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Manifest;
  return {
    ...manifest,
    assetsFolder: path.join(folder, 'assets'),
    serverFile: path.join(folder, 'server', 'render-page.js'),
    demoShopFolder: path.join(folder, 'demo-shop'),
  };
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of PACKAGES) {
    const file = findPackageJSON(name, import.meta.url);
    if (!file) throw new Error(`${name} is not installed: run npm ci`);
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    hash.update(`${name} ${version}\n`);
  }
  const entries = await Promise.all(
    [SRC, CLIENT].map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !file.startsWith(SRC + path.sep) || goesIntoBuild(path.relative(SRC, file).replaceAll(path.sep, '/')),
    )
    .sort();
  for (const file of files) {
    const content = await readFile(file);
    hash.update(`${path.relative(ROOT, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

// A program that still runs an older version has its files in memory.
const KEPT_FOR_MS = 24 * 60 * 60_000;

async function forgetOldBuilds(): Promise<void> {
  for (const name of await readdir(DIST)) {
    const folder = path.join(DIST, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > KEPT_FOR_MS) await rm(folder, { recursive: true, force: true });
  }
}

async function buildInto(folder: string): Promise<void> {
  await mkdir(DIST, { recursive: true });
  const fresh = await mkdtemp(path.join(DIST, 'new-'));
  try {
    const manifest = await bundlePages(fresh);
    await writeFile(path.join(fresh, MANIFEST), JSON.stringify(manifest));
    await rename(fresh, folder).catch((error: Error) => {
      // Another process was first, with the same files.
      if (!existsSync(folder)) throw error;
    });
    await forgetOldBuilds();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
