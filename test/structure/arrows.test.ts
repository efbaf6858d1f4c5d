import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isServerFile } from '../../src/pages/is-server-file.ts';

const ROOT = path.join(import.meta.dirname, '../..');

// The modules, layer by layer. A module is a folder of src/ or packages/, or a file that lies in src/ itself.
const LAYERS = {
  /** Words that everybody uses. They import nothing else of ours. */
  words: ['src/powers.ts', 'src/refusal.ts', 'src/routes', 'src/routes.ts', 'src/version.ts'],
  /** Serves every feature. */
  ground: [
    'src/attempts',
    'src/audit',
    'src/cache',
    'src/csv',
    'src/db',
    'src/http',
    'src/jobs',
    'src/languages',
    'src/log',
    'src/mail',
    'src/media',
    'src/money',
    'src/rules',
    'src/seating-plans',
    'src/secrets',
    'src/values',
  ],
  /** The product's work, for all callers. */
  feature: [
    'src/automatic-mails',
    'src/backup',
    'src/buyer-data',
    'src/cancelling',
    'src/check-in',
    'src/demo',
    'src/events',
    'src/exports',
    'src/halls',
    'src/host-data',
    'src/hosts',
    'src/inventory',
    'src/invoices',
    'src/invariants',
    'src/invoices',
    'src/messages',
    'src/newsletter',
    'src/orders',
    'src/payments',
    'src/people',
    'src/questions',
    'src/reports',
    'src/reservations',
    'src/status',
    'src/stream',
    'src/tickets',
    'src/waiting-list',
    'src/unsubscribing',
    'src/waiting-room',
    'src/wallets',
    'src/webhooks',
  ],
  /** Callers come in here. `src/pages` has rules of its own besides. */
  entry: ['src/api', 'src/callbacks', 'src/metrics', 'src/pages', 'src/proxy-check'],
  /** Puts the modules together, and starts them. */
  roof: ['src/app', 'src/bin', 'src/config'],
  /** Others install it. It knows nothing of the server. */
  package: ['packages/client'],
};
type Layer = keyof typeof LAYERS;

/** Bundles have the texts written in, in place of what reads their files. */
const LOADS_TEXTS = 'src/languages/load-texts.ts';

/** Rules and values that the server and the browser share: they import nothing of Node. */
const PURE = ['src/powers.ts', 'src/rules', 'src/seating-plans', 'src/values'];

type Import = { file: string; line: number; target: string; isTypeOnly: boolean };

const IMPORT =
  /(?:^|\n)(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;

/** The imports of our own modules that a text has. An import of which every name is a type counts as one of types. */
function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const [whole, typeOnly, standing, dynamic] = match;
    const start = match.index + (whole.startsWith('\n') ? 1 : 0);
    return {
      file,
      line: text.slice(0, start).split('\n').length,
      target: path.posix.join(path.posix.dirname(file), standing ?? dynamic ?? ''),
      isTypeOnly: typeOnly !== undefined,
    };
  });
}

/** The product itself: tests and their fixtures may import what they like. */
function productFiles(): string[] {
  const files = ['src', 'packages'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, ...name.split(path.sep)),
    ),
  );
  return files
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
    .filter((file) => !/^packages\/[^/]+\/dist\//.test(file));
}

const readImports = (): Import[] =>
  productFiles()
    .flatMap((file) => importsIn(file, readFileSync(path.join(ROOT, file), 'utf8')))
    .filter(({ file, target }) => target !== LOADS_TEXTS || path.basename(file) !== 'texts.ts');

const moduleOf = (file: string): string => file.split('/').slice(0, 2).join('/');

function layerOf(module: string): Layer | null {
  const found = Object.entries(LAYERS).find(([, modules]) => modules.includes(module));
  return found ? (found[0] as Layer) : null;
}

/** The layers that a layer may import, besides the module itself. */
const MAY_IMPORT: Record<Layer, Layer[]> = {
  words: ['words'],
  ground: ['words', 'ground'],
  feature: ['words', 'ground', 'feature'],
  entry: ['words', 'ground', 'feature', 'package'],
  roof: ['words', 'ground', 'feature', 'entry', 'roof'],
  package: [],
};

/** The better way, by the layer that must not be imported. */
const INSTEAD: Record<Layer, string> = {
  words: 'these files import nothing: hand the value in.',
  ground: 'these files import nothing: hand the value in.',
  feature:
    'the ground floor serves every feature: hand it in as an argument, or move the file into the feature.',
  entry:
    'only src/app/ and the command know an entry point: move the code into a feature or to the ground floor.',
  roof: 'only src/app/ and the command know the settings: hand the value in.',
  package: 'others install it: entry points and pages call it as others do.',
};

/** Says what is wrong with an import and what to do instead; null where nothing is. */
function complaintAbout(one: Import): string | null {
  const [from, to] = [moduleOf(one.file), moduleOf(one.target)];
  const complaint = from === 'src/pages' ? complaintAboutPage(one) : null;
  if (complaint !== null || from === to) return complaint;
  const [above, below] = [layerOf(from), layerOf(to)];
  if (!above || !below) return `${above ? to : from} is in no layer: write it into the table of this test.`;
  if (MAY_IMPORT[above].includes(below)) return null;
  return above === 'package'
    ? 'others install it without the server: write down here what it needs.'
    : INSTEAD[below];
}

/** Every page is made of these. The last two know all pages. */
const SHARED = new Set([
  'shared',
  'seat-map',
  'serving',
  'contract.ts',
  'is-server-file.ts',
  'build.ts',
  'building',
]);
const LISTS = new Set(['contract.ts', 'render-page.tsx', 'build.ts']);

/** The pages of the dashboard are made of these; three files know all of them. */
const DASHBOARD_SHARED = new Set(
  `access attention components event-layout exports live search second-step shell sign-in styles texts trouble
   contract.ts dashboard.ts paths.ts views.ts`.split(/\s+/),
);
const DASHBOARD_LISTS = new Set(['contract.ts', 'routes.ts', 'views.ts']);

const partsOf = (file: string): string[] => file.split('/').slice(2);

function complaintAboutPage({ file, target, isTypeOnly }: Import): string | null {
  const isOfPages = moduleOf(target) === 'src/pages';
  if (
    !isServerFile(file) &&
    !isTypeOnly &&
    (isOfPages ? isServerFile(target) : !PURE.includes(moduleOf(target)))
  ) {
    return 'a browser would load the server: import its types only, or move the rule to src/rules/.';
  }
  if (!isOfPages || isTypeOnly) return null;
  const [[from = '', page = ''], [to = '', otherPage = '']] = [partsOf(file), partsOf(target)];
  if (from !== to) {
    return SHARED.has(to) || LISTS.has(from)
      ? null
      : 'pages know nothing of each other: move the code that both need to src/pages/shared/.';
  }
  if (from !== 'dashboard' || page === otherPage) return null;
  if (DASHBOARD_SHARED.has(otherPage) || DASHBOARD_LISTS.has(page)) return null;
  return 'pages of the dashboard know nothing of each other: move the code that both need to components/.';
}

/** The first cycle among the modules of a layer, as `a -> b -> a`; null where there is none. */
function findCycle(imports: Import[], modules: string[]): string | null {
  const arrows = new Map<string, Set<string>>(modules.map((module) => [module, new Set<string>()]));
  for (const { file, target } of imports) {
    const [from, to] = [moduleOf(file), moduleOf(target)];
    if (from !== to && modules.includes(to)) arrows.get(from)?.add(to);
  }
  const finished = new Set<string>();
  const follow = (module: string, way: string[]): string | null => {
    if (way.includes(module)) return [...way.slice(way.indexOf(module)), module].join(' -> ');
    if (finished.has(module)) return null;
    for (const next of arrows.get(module) ?? []) {
      const cycle = follow(next, [...way, module]);
      if (cycle) return cycle;
    }
    finished.add(module);
    return null;
  };
  for (const module of modules) {
    const cycle = follow(module, []);
    if (cycle) return cycle;
  }
  return null;
}

const imports = readImports();

test('arrows lead from entry points to features to the ground floor, and never back', () => {
  const complaints = imports.flatMap((one) => {
    const complaint = complaintAbout(one);
    return complaint === null ? [] : `${one.file}:${one.line} imports ${one.target}: ${complaint}`;
  });
  assert.deepEqual(complaints, []);
});

test('files that browsers share with the server import nothing of Node, nor of a module that does', () => {
  const ours = imports.filter(({ file, isTypeOnly }) => PURE.includes(moduleOf(file)) && !isTypeOnly);
  const allowed = new Set([...PURE, 'src/refusal.ts']);
  assert.deepEqual(
    ours.filter(({ target }) => !allowed.has(moduleOf(target))),
    [],
  );
  const needNode = productFiles().filter(
    (file) =>
      PURE.includes(moduleOf(file)) && / from 'node:/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(needNode, []);
});

test('no two modules of a layer need each other', () => {
  assert.equal(findCycle(imports, LAYERS.ground), null);
  assert.equal(findCycle(imports, LAYERS.feature), null);
});

test('the seat map engine knows nobody who draws with it', () => {
  // Rules are everybody's: how a seat is called, and what is drawn around it, is the same on the map and on paper.
  const known = ['src/pages/seat-map/', 'src/rules/', 'src/seating-plans/', 'src/values/'];
  const others = imports.filter(
    ({ file, target }) =>
      file.startsWith('src/pages/seat-map/') && !known.some((folder) => target.startsWith(folder)),
  );
  assert.deepEqual(others, []);
});

test('every folder of src and packages is a module', () => {
  const modules = new Set(Object.values(LAYERS).flat());
  const unknown = ['src', 'packages']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || /\.tsx?$/.test(entry.name))
        .map(({ name }) => `${folder}/${name}`),
    )
    .filter((module) => !modules.has(module) && !module.endsWith('.test.ts'));
  assert.deepEqual(unknown, []);
});

test('the imports are read as they are written', () => {
  assert.ok(imports.length > 1_000, `${imports.length} imports`);
  const text = [
    `import fastify from 'fastify';`,
    `import type { A } from './a.ts';`,
    `import {`,
    `  b,`,
    `  type B,`,
    `} from '../db/b.ts';`,
    `import './c.css';`,
    `export type { D } from '../pages/d.ts';`,
    `const e = () => import('../events/e.ts');`,
  ].join('\n');
  assert.deepEqual(importsIn('src/http/x.ts', text), [
    { file: 'src/http/x.ts', line: 2, target: 'src/http/a.ts', isTypeOnly: true },
    { file: 'src/http/x.ts', line: 3, target: 'src/db/b.ts', isTypeOnly: false },
    { file: 'src/http/x.ts', line: 7, target: 'src/http/c.css', isTypeOnly: false },
    { file: 'src/http/x.ts', line: 8, target: 'src/pages/d.ts', isTypeOnly: true },
    { file: 'src/http/x.ts', line: 9, target: 'src/events/e.ts', isTypeOnly: false },
  ]);
});

test('each arrow that leads back is complained about', () => {
  const about = (file: string, target: string, isTypeOnly = false): string =>
    complaintAbout({ file, line: 1, target, isTypeOnly }) ?? 'fine';
  assert.match(about('src/orders/a.ts', 'src/api/b.ts', true), /know an entry point/);
  assert.match(about('src/db/a.ts', 'src/api/b.ts'), /know an entry point/);
  assert.match(about('src/api/a.ts', 'src/pages/checkout/b.ts'), /know an entry point/);
  assert.match(about('src/http/a.ts', 'src/orders/b.ts', true), /serves every feature/);
  assert.match(about('src/refusal.ts', 'src/db/b.ts'), /import nothing/);
  assert.match(about('src/orders/a.ts', 'src/config/read-config.ts'), /know the settings/);
  assert.match(about('packages/client/a.ts', 'src/orders/b.ts', true), /without the server/);
  assert.match(about('src/orders/a.ts', 'packages/client/b.ts'), /as others do/);
  assert.equal(about('src/pages/demo-shop/routes.ts', 'packages/client/b.ts'), 'fine');
  assert.match(about('src/attic/a.ts', 'src/orders/b.ts'), /src\/attic is in no layer/);
  const pair = [
    { file: 'src/db/a.ts', line: 1, target: 'src/jobs/b.ts', isTypeOnly: true },
    { file: 'src/jobs/b.ts', line: 1, target: 'src/db/c.ts', isTypeOnly: true },
  ];
  assert.equal(findCycle(pair, LAYERS.ground), 'src/db -> src/jobs -> src/db');
});

test('a page that reaches for the server or for another page is complained about', () => {
  const keys = 'src/pages/dashboard/keys';
  const about = (file: string, target: string, isTypeOnly = false): string =>
    complaintAbout({ file, line: 1, target, isTypeOnly }) ?? 'fine';
  assert.match(about(`${keys}/keys-view.tsx`, 'src/hosts/a.ts'), /would load the server/);
  assert.match(about(`${keys}/keys-view.tsx`, `${keys}/data.ts`), /would load the server/);
  assert.match(about(`${keys}/keys-view.tsx`, `${keys}/server/a.ts`), /would load the server/);
  assert.equal(about(`${keys}/keys-view.tsx`, `${keys}/data.ts`, true), 'fine');
  assert.equal(about(`${keys}/keys-view.tsx`, `${keys}/bodies.ts`), 'fine');
  assert.equal(about(`${keys}/keys-view.tsx`, 'src/rules/a.ts'), 'fine');
  assert.equal(about(`${keys}/keys-view.tsx`, 'src/values/a.ts'), 'fine');
  assert.equal(about(`${keys}/routes.ts`, 'src/hosts/a.ts'), 'fine');
  assert.equal(about(`${keys}/private-key-routes.ts`, `${keys}/data.ts`), 'fine');
  assert.match(about(`${keys}/keys-view.tsx`, 'src/pages/dashboard/team/a.tsx'), /dashboard know nothing/);
  assert.match(about(`${keys}/routes.ts`, 'src/pages/dashboard/team/data.ts'), /dashboard know nothing/);
  assert.equal(about(`${keys}/keys-view.tsx`, 'src/pages/dashboard/components/a.tsx'), 'fine');
  assert.equal(about('src/pages/dashboard/views.ts', `${keys}/keys-view.tsx`), 'fine');
  assert.match(about('src/pages/checkout/a.tsx', 'src/pages/scanner/b.tsx'), /nothing of each other/);
  assert.match(about('src/pages/shared/a.tsx', 'src/pages/scanner/b.tsx'), /nothing of each other/);
  assert.equal(about('src/pages/checkout/embed/a.tsx', 'src/pages/seat-map/b.ts'), 'fine');
  assert.equal(about('src/pages/render-page.tsx', 'src/pages/scanner/b.tsx'), 'fine');
});
