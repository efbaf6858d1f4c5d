import type { BuildOptions, Metafile } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type WebBuild = {
  /** Browser files by their hashed names, each with `.br` and `.gz` beside it. */
  assetsFolder: string;
  assets: string[];
  /** What the page loads: the entry, and what it can't start without. */
  scripts: { entry: string; preloads: string[] };
  /** The name of the stylesheet among the assets. */
  style: string;
  /** Exports `renderCheckout(data: PageData): string`. */
  serverFile: string;
};

const WEB = import.meta.dirname;
const DIST = path.join(WEB, 'dist');
// What the bundles are made of besides this folder.
const SHARED = ['values/email-address.ts', 'values/person-name.ts'].map((file) =>
  path.join(WEB, '../src', file),
);
const PACKAGES = ['esbuild', 'preact', '@preact/signals', 'preact-render-to-string'];
const MANIFEST = 'manifest.json';
const SCRIPT_ENTRY = 'web/checkout/main.tsx';
const STYLE_ENTRY = 'web/checkout/checkout.css';
const NOT_COMPRESSED = /\.(br|gz|map)$/;

type Manifest = Pick<WebBuild, 'assets' | 'scripts' | 'style'>;

/**
 * The bundles of this version of the sources, built where nobody has built them yet. A folder is named after all that goes
 * into it and appears whole, so that processes which start together neither wait for each other nor see half of one.
 */
export async function buildWeb(): Promise<WebBuild> {
  const folder = path.join(DIST, await hashSources());
  if (!existsSync(folder)) await buildInto(folder);
  const manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Manifest;
  return {
    ...manifest,
    assetsFolder: path.join(folder, 'assets'),
    serverFile: path.join(folder, 'server', 'render.js'),
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
  const entries = await readdir(WEB, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(DIST + path.sep))
    .concat(SHARED)
    .sort();
  for (const file of files) {
    const content = await readFile(file);
    hash.update(`${path.relative(WEB, file)} ${content.length}\n`).update(content);
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
    const manifest = await bundle(fresh);
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

async function bundle(folder: string): Promise<Manifest> {
  // Loaded only where there is something to build: it is a program of its own.
  const esbuild = await import('esbuild');
  const common: BuildOptions = {
    absWorkingDir: path.dirname(WEB),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  };
  try {
    const [browser] = await Promise.all([
      esbuild.build({
        ...common,
        entryPoints: [SCRIPT_ENTRY, STYLE_ENTRY],
        outdir: path.join(folder, 'assets'),
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        assetNames: '[name]-[hash]',
        splitting: true,
        minify: true,
        target: 'es2020',
        metafile: true,
      }),
      esbuild.build({
        ...common,
        entryPoints: ['web/checkout/render.tsx'],
        outfile: path.join(folder, 'server', 'render.js'),
        platform: 'node',
        target: 'node20',
      }),
    ]);
    await compressAll(path.join(folder, 'assets'));
    return describe(browser.metafile);
  } finally {
    await esbuild.stop();
  }
}

function describe({ outputs }: Metafile): Manifest {
  const byEntry = (entryPoint: string): [file: string, output: Metafile['outputs'][string]] => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
    if (!found) throw new Error(`the bundle of ${entryPoint} is missing`);
    return found;
  };
  const [entry] = byEntry(SCRIPT_ENTRY);
  const preloads = new Set<string>();
  const follow = (file: string): void => {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || preloads.has(imported)) continue;
      preloads.add(imported);
      follow(imported);
    }
  };
  follow(entry);
  return {
    assets: Object.keys(outputs).map((file) => path.basename(file)),
    scripts: {
      entry: path.basename(entry),
      preloads: [...preloads].map((file) => path.basename(file)),
    },
    style: path.basename(byEntry(STYLE_ENTRY)[0]),
  };
}

async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !NOT_COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
