import type { BuildOptions, ImportKind, Metafile, Plugin } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LANGUAGES, type Language } from '../values/language.ts';
import type { PageName } from './contract.ts';
import { isServerFile } from './is-server-file.ts';

export type PageScripts = {
  entry: string;
  /** The page can't start without these. */
  preloads: string[];
  /** The page may load these later. */
  later: string[];
  /** The same by the name of the source file that it asks for, with what that one needs besides. */
  chunks: Record<string, string[]>;
};

/** The files that a page loads, by their names among the assets. */
export type PageFiles = {
  style: string;
  /** Comes within the page, so that the first paint waits for nothing else. */
  isStyleInPage: boolean;
  /** The script that comes within the page, and runs before it is drawn. */
  firstScript: string | null;
  /** By the page's language; null for a page without one. */
  scripts: Record<Language, PageScripts> | null;
};

export type WebBuild = {
  /** Browser files by their hashed names, each with `.br` and `.gz` beside it. */
  assetsFolder: string;
  assets: string[];
  pages: Record<PageName, PageFiles>;
  /** The script of the embed's button, among the assets. Other sites load it by a name that stays. */
  embedScript: string;
  /** Exports `renderPage`, of the type `RenderPage`. */
  serverFile: string;
  /** The demo site's borrowed file: the client of the API, by a name that stays. */
  demoShopFolder: string;
};

/** A script that has texts in it is one for each language. */
type PageSources = {
  style: string;
  isStyleInPage?: boolean;
  firstScript?: string;
  script?: string | Record<Language, string>;
};

/** The stylesheet of each page, and its script if it has one. */
const PAGES: Record<PageName, PageSources> = {
  home: { style: 'src/pages/home/home.css' },
  status: { style: 'src/pages/status/status.css', isStyleInPage: true },
  notice: { style: 'src/pages/notice/notice.css', isStyleInPage: true },
  terms: { style: 'src/pages/checkout/terms/terms.css' },
  checkout: {
    style: 'src/pages/checkout/embed/checkout.css',
    isStyleInPage: true,
    firstScript: 'src/pages/checkout/embed/note-taps.ts',
    script: { en: 'src/pages/checkout/embed/main-en.ts', fr: 'src/pages/checkout/embed/main-fr.ts' },
  },
  waitingRoom: {
    style: 'src/pages/checkout/waiting-room/room.css',
    isStyleInPage: true,
    script: {
      en: 'src/pages/checkout/waiting-room/main-en.ts',
      fr: 'src/pages/checkout/waiting-room/main-fr.ts',
    },
  },
  roomConfirm: { style: 'src/pages/checkout/waiting-room/room.css', isStyleInPage: true },
  fairness: {
    style: 'src/pages/checkout/waiting-room/fairness/fairness.css',
    isStyleInPage: true,
    script: {
      en: 'src/pages/checkout/waiting-room/fairness/main-en.ts',
      fr: 'src/pages/checkout/waiting-room/fairness/main-fr.ts',
    },
  },
  storefrontEvent: {
    style: 'src/pages/checkout/storefront/event-page.css',
    isStyleInPage: true,
    firstScript: 'src/pages/checkout/embed/note-taps.ts',
    script: {
      en: 'src/pages/checkout/storefront/main-en.ts',
      fr: 'src/pages/checkout/storefront/main-fr.ts',
    },
  },
  storefrontHost: { style: 'src/pages/checkout/storefront/host-page.css', isStyleInPage: true },
  reference: { style: 'src/pages/docs/docs.css', script: 'src/pages/docs/main.ts' },
  guide: { style: 'src/pages/docs/docs.css', script: 'src/pages/docs/main.ts' },
  mailbox: { style: 'src/pages/mailbox/mailbox.css' },
  mail: { style: 'src/pages/mailbox/mailbox.css' },
  scanner: { style: 'src/pages/scanner/scanner.css', script: 'src/pages/scanner/main.ts' },
  receipt: { style: 'src/pages/checkout/receipt/receipt.css', script: 'src/pages/checkout/receipt/main.ts' },
  dashboard: { style: 'src/pages/dashboard/dashboard.css', script: 'src/pages/dashboard/main.tsx' },
  dashboardNotice: { style: 'src/pages/dashboard/dashboard.css' },
  entrance: {
    style: 'src/pages/dashboard/sign-in/entrance.css',
    script: 'src/pages/dashboard/sign-in/main.ts',
  },
  pay: { style: 'src/pages/sandbox/pay-page.css', script: 'src/pages/sandbox/main.ts' },
};

const EMBED_SCRIPT = 'src/pages/checkout/embed-button/embed-button.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');
const SRC = path.join(ROOT, 'src');
const CLIENT = path.join(ROOT, 'packages/client/src');
/** Of src: browsers get these files and no others. */
const reachesBrowsers = (name: string): boolean =>
  name.startsWith('pages/')
    ? !isServerFile(name) && !/\.(test|fixture)\.tsx?$/.test(name)
    : /^(rules|seating-plans|values)\//.test(name) || name === 'powers.ts';
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
const NOT_COMPRESSED = /\.(br|gz|map)$/;

type Manifest = Pick<WebBuild, 'assets' | 'pages' | 'embedScript'>;

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
        !file.startsWith(SRC + path.sep) ||
        reachesBrowsers(path.relative(SRC, file).replaceAll(path.sep, '/')),
    )
    .sort();
  for (const file of [...files, import.meta.filename]) {
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
    await compressAll(path.join(folder, 'assets'));
    return describe(Object.assign({}, ...outputs) as Metafile['outputs']);
  } finally {
    await esbuild.stop();
  }
}

// Of the dashboard's chunks: a file that as many of them need is worth its bytes to the others.
const NEEDED_BY_MANY = 7;
const FIRST_VIEW = 'src/pages/dashboard/home/home-view.tsx';

/**
 * The dashboard has a chunk for every view, and for what a view loads later. For each set of chunks that share a file esbuild would make
 * another: dozens of small ones, and a slow line waits for each. Told that all of them need what the start of the page needs, what the
 * first view shares with others, and what many share, it makes one of all that.
 */
async function oneSharedChunk(
  esbuild: typeof import('esbuild'),
  options: BuildOptions,
  entry: string,
): Promise<Plugin> {
  const { metafile } = await esbuild.build({
    ...options,
    entryPoints: [entry],
    write: false,
    metafile: true,
  });
  const importsOf = (file: string, wanted: ImportKind): string[] =>
    (metafile.inputs[file]?.imports ?? [])
      .filter(({ kind, external }) => kind === wanted && !external)
      .map((imported) => imported.path);
  const needsOf = (start: string): Set<string> => {
    const needs = new Set([start]);
    // A set that grows while it is gone through.
    for (const file of needs) for (const imported of importsOf(file, 'import-statement')) needs.add(imported);
    return needs;
  };
  const later = new Set(Object.keys(metafile.inputs).flatMap((file) => importsOf(file, 'dynamic-import')));
  const neededBy = new Map<string, number>();
  for (const start of later)
    for (const file of needsOf(start)) neededBy.set(file, (neededBy.get(file) ?? 0) + 1);
  const ofFirst = needsOf(FIRST_VIEW);
  const isShared = (file: string, times: number): boolean =>
    times >= NEEDED_BY_MANY || (times > 1 && ofFirst.has(file));
  const shared = [
    ...needsOf(entry).difference(new Set([entry])),
    ...[...neededBy].flatMap(([file, times]) => (isShared(file, times) ? [file] : [])),
    // Packages come with the files that use them.
  ].filter((file) => file.startsWith('src/') && !later.has(file));
  const needs = [...new Set(shared)].sort().map((file) => `import ${JSON.stringify(path.join(ROOT, file))};`);
  const starts = new Set([entry, ...later].map((file) => path.join(ROOT, file)));
  return {
    name: 'one-shared-chunk',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) =>
        starts.has(file)
          ? { contents: [...needs, await readFile(file, 'utf8')].join('\n'), loader: 'tsx' }
          : undefined,
      );
    },
  };
}

/** A script that starts a page is called `main`, or `main-fr`, and named after its folder. */
function nameOf(entry: string): string {
  const { dir, name } = path.parse(entry);
  return name.replace(/^main(?=-|$)/, path.basename(dir));
}

function describe(outputs: Metafile['outputs']): Manifest {
  const outputOf = (entryPoint: string): string => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
    if (!found) throw new Error(`the bundle of ${entryPoint} is missing`);
    return found[0];
  };
  const scriptsOf = (entry: string): PageScripts => {
    const [atOnce, later] = [new Set([entry]), new Set<string>()];
    // A set that grows while it is gone through: what was found is looked into as well.
    for (const file of atOnce) {
      for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
        (kind === 'import-statement' ? atOnce : later).add(imported);
      }
    }
    for (const file of later) {
      for (const { path: imported } of outputs[file]?.imports ?? []) later.add(imported);
    }
    const chunks = [...later].flatMap((file): [string, string[]][] => {
      const source = outputs[file]?.entryPoint;
      const needs = outputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
      const files = [file, ...needs.map((needed) => needed.path)].filter((name) => !atOnce.has(name));
      return source === undefined
        ? []
        : [[path.parse(source).name, files.map((name) => path.basename(name))]];
    });
    const [first = '', ...preloads] = [...atOnce].map((file) => path.basename(file));
    return {
      entry: first,
      preloads,
      later: [...later.difference(atOnce)].map((file) => path.basename(file)),
      chunks: Object.fromEntries(chunks),
    };
  };
  const filesOf = ({ style, isStyleInPage = false, firstScript, script }: PageSources): PageFiles => ({
    style: path.basename(outputOf(style)),
    isStyleInPage,
    firstScript: firstScript === undefined ? null : path.basename(outputOf(firstScript)),
    scripts: script === undefined ? null : byLanguage(script),
  });
  const byLanguage = (script: string | Record<Language, string>): Record<Language, PageScripts> =>
    Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        scriptsOf(outputOf(typeof script === 'string' ? script : script[language])),
      ]),
    ) as Record<Language, PageScripts>;
  return {
    assets: Object.keys(outputs).map((file) => path.basename(file)),
    embedScript: path.basename(outputOf(EMBED_SCRIPT)),
    pages: Object.fromEntries(
      Object.entries(PAGES).map(([name, sources]) => [name, filesOf(sources)]),
    ) as WebBuild['pages'],
  };
}

// A megabyte of WebAssembly takes seconds at the highest quality, and is a twentieth larger at this one.
const LARGE_BYTES = 500_000;
const LARGE_QUALITY = 9;

async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !NOT_COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const quality = content.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
