import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../..');

// The rooms of the house, floor by floor. A room is a folder of src/, web/ or packages/, or a file that lies in src/ or web/ itself.
const FLOORS = {
  /** Words that everybody uses. They import nothing else of ours. */
  words: ['src/powers.ts', 'src/refusal.ts', 'src/routes', 'src/routes.ts', 'src/version.ts'],
  /** Knows no ticket. */
  ground: [
    'src/audit',
    'src/cache',
    'src/csv',
    'src/db',
    'src/http',
    'src/jobs',
    'src/log',
    'src/mail',
    'src/media',
    'src/money',
    'src/pages/serving',
    'src/seating-plans',
    'src/secrets',
    'src/values',
  ],
  /** What the product does, whoever asks. */
  feature: [
    'src/backup',
    'src/buyer-data',
    'src/cancelling',
    'src/check-in',
    'src/demo',
    'src/events',
    'src/exports',
    'src/halls',
    'src/hosts',
    'src/inventory',
    'src/invariants',
    'src/messages',
    'src/newsletter',
    'src/orders',
    'src/payments',
    'src/people',
    'src/questions',
    'src/reports',
    'src/reservations',
    'src/stream',
    'src/tickets',
    'src/waiting-room',
    'src/webhooks',
  ],
  /** One for each audience. */
  door: [
    'src/api',
    'src/callbacks',
    'src/checkout',
    'src/dashboard',
    'src/demo-shop',
    'src/docs',
    'src/home',
    'src/mailbox',
    'src/metrics',
    'src/pages/sandbox/server',
    'src/scanner',
  ],
  /** Where the parts are put together, and the command that starts it. */
  roof: ['src/all-jobs.ts', 'src/app.ts', 'src/bin', 'src/config.ts', 'src/deployment-mistake.ts'],
  /** What others install. It knows nothing of the server. */
  package: ['packages/client'],
  /** What runs in the browser, and the script that bundles it. */
  web: [
    'src/pages/build.ts',
    'src/pages/checkout/embed',
    'src/pages/dashboard',
    'src/pages/demo-shop/site',
    'src/pages/docs',
    'src/pages/mailbox',
    'web/pages',
    'src/pages/checkout/receipt',
    'src/pages/sandbox',
    'src/pages/scanner',
    'src/pages/seat-map',
    'src/pages/shared',
    'src/pages/checkout/storefront',
    'src/pages/checkout/waiting-room',
  ],
};
type Floor = keyof typeof FLOORS;

/** Rules and values that the server and the browser share: they import nothing of Node. */
const PURE = ['src/seating-plans', 'src/values'];

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

/** Of the product itself: tests and their fixtures may import what they like. */
function readImports(): Import[] {
  const files = ['src', 'web', 'packages'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, ...name.split(path.sep)),
    ),
  );
  return files
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
    .filter((file) => !/^(web|packages\/[^/]+)\/dist\//.test(file))
    .flatMap((file) => importsIn(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/');

function floorOf(room: string): Floor | null {
  const found = Object.entries(FLOORS).find(([, rooms]) => rooms.includes(room));
  return found ? (found[0] as Floor) : null;
}

/** Which floors a floor may import, besides the room itself. */
const MAY_IMPORT: Record<Floor, Floor[]> = {
  words: ['words'],
  ground: ['words', 'ground'],
  feature: ['words', 'ground', 'feature'],
  door: ['words', 'ground', 'feature', 'web', 'package'],
  roof: ['words', 'ground', 'feature', 'door', 'roof', 'web'],
  package: [],
  web: ['words', 'web', 'package'],
};

/** What to do instead, by the floor that must not be imported. */
const INSTEAD: Record<Floor, string> = {
  words: 'these files import nothing: hand the value in.',
  ground: 'these files import nothing: hand the value in.',
  feature: 'the ground floor knows no ticket: hand it in as an argument, or move the file into the feature.',
  door: 'nothing but app.ts and the command knows a door: move what is needed into a feature or to the ground floor.',
  roof: 'only app.ts and the command know the settings: hand the value in.',
  package: 'what others install is for doors and pages, which call the product as others do.',
  web: 'only doors know a page: keep the type in the feature, and let the page import it.',
};

/** What is wrong with an import and what to do instead; null where nothing is. */
function complaintAbout({ file, target, isTypeOnly }: Import): string | null {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to) return null;
  const [above, below] = [floorOf(from), floorOf(to)];
  if (!above || !below) return `${above ? to : from} is in no floor: write it into the table of this test.`;
  if (above === 'web' && below === 'web') return complaintAboutWeb(from, to, isTypeOnly);
  if (MAY_IMPORT[above].includes(below)) return null;
  if (above === 'package') return 'others install it without the server: write down here what it needs.';
  if (above === 'web') {
    // What a form may send is one schema for the page and the server.
    const isShared = PURE.includes(to) || (to === 'src/dashboard' && target.endsWith('-body.ts'));
    return isTypeOnly || isShared
      ? null
      : 'a browser would load the server: import its types only, or move the rule to src/values/.';
  }
  // Pages of ours have one layout, whichever door they are behind.
  if (from === 'src/pages/serving' && below === 'web') return null;
  return INSTEAD[below];
}

/** Pages are made of what is shared and of the seat map, and know nothing of each other; web/pages/ has the list of them all. */
function complaintAboutWeb(from: string, to: string, isTypeOnly: boolean): string | null {
  const isPart =
    to === 'src/pages/shared' ||
    (to === 'src/pages/seat-map' && from !== 'src/pages/shared') ||
    // The page of an event has the checkout within it.
    (from === 'src/pages/checkout/storefront' && to === 'src/pages/checkout/embed');
  if (isTypeOnly || isPart || from === 'web/pages' || from === 'src/pages/build.ts') return null;
  return 'pages know nothing of each other: move what both need to src/pages/shared/.';
}

/** The first cycle among the rooms of a floor, as `a -> b -> a`; null where there is none. */
function findCycle(imports: Import[], rooms: string[]): string | null {
  const arrows = new Map<string, Set<string>>(rooms.map((room) => [room, new Set<string>()]));
  for (const { file, target } of imports) {
    const [from, to] = [roomOf(file), roomOf(target)];
    if (from !== to && rooms.includes(to)) arrows.get(from)?.add(to);
  }
  const finished = new Set<string>();
  const follow = (room: string, way: string[]): string | null => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room].join(' -> ');
    if (finished.has(room)) return null;
    for (const next of arrows.get(room) ?? []) {
      const cycle = follow(next, [...way, room]);
      if (cycle) return cycle;
    }
    finished.add(room);
    return null;
  };
  for (const room of rooms) {
    const cycle = follow(room, []);
    if (cycle) return cycle;
  }
  return null;
}

const imports = readImports();

test('arrows lead from doors to features to the ground floor, and never back', () => {
  const complaints = imports.flatMap((one) => {
    const complaint = complaintAbout(one);
    return complaint === null ? [] : `${one.file}:${one.line} imports ${one.target}: ${complaint}`;
  });
  assert.deepEqual(complaints, []);
});

test('what browsers share with the server imports nothing of Node, nor of a room that does', () => {
  const ours = imports.filter(({ file, isTypeOnly }) => PURE.includes(roomOf(file)) && !isTypeOnly);
  const allowed = new Set([...PURE, 'src/refusal.ts']);
  assert.deepEqual(
    ours.filter(({ target }) => !allowed.has(roomOf(target))),
    [],
  );
  const files = new Set(ours.map(({ file }) => file));
  const needNode = [...files].filter((file) =>
    / from 'node:/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(needNode, []);
});

test('no two rooms of a floor need each other', () => {
  assert.equal(findCycle(imports, FLOORS.ground), null);
  assert.equal(findCycle(imports, FLOORS.feature), null);
});

test('the seat map engine knows nobody who draws with it', () => {
  // Values are everybody's: how a seat is called, and what is drawn around it, is the same on the map and on paper.
  const known = new Set(['src/pages/seat-map', 'src/seating-plans', 'src/values']);
  const others = imports.filter(
    ({ file, target }) => roomOf(file) === 'src/pages/seat-map' && !known.has(roomOf(target)),
  );
  assert.deepEqual(others, []);
});

test('every folder of src, web and packages is a room', () => {
  const rooms = new Set(Object.values(FLOORS).flat());
  const unknown = ['src', 'web', 'packages']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || /\.tsx?$/.test(entry.name))
        .map(({ name }) => `${folder}/${name}`),
    )
    .filter((room) => !rooms.has(room) && room !== 'web/dist' && !room.endsWith('.test.ts'));
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
    `export type { D } from '../../web/d.ts';`,
    `const e = () => import('../events/e.ts');`,
  ].join('\n');
  assert.deepEqual(importsIn('src/http/x.ts', text), [
    { file: 'src/http/x.ts', line: 2, target: 'src/http/a.ts', isTypeOnly: true },
    { file: 'src/http/x.ts', line: 3, target: 'src/db/b.ts', isTypeOnly: false },
    { file: 'src/http/x.ts', line: 7, target: 'src/http/c.css', isTypeOnly: false },
    { file: 'src/http/x.ts', line: 8, target: 'web/d.ts', isTypeOnly: true },
    { file: 'src/http/x.ts', line: 9, target: 'src/events/e.ts', isTypeOnly: false },
  ]);
});

test('each arrow that leads back is complained about', () => {
  const about = (file: string, target: string, isTypeOnly = false): string =>
    complaintAbout({ file, line: 1, target, isTypeOnly }) ?? 'fine';
  assert.match(about('src/orders/a.ts', 'src/api/b.ts', true), /knows a door/);
  assert.match(about('src/db/a.ts', 'src/api/b.ts'), /knows a door/);
  assert.match(about('src/api/a.ts', 'src/checkout/b.ts'), /knows a door/);
  assert.match(about('src/http/a.ts', 'src/orders/b.ts', true), /knows no ticket/);
  assert.match(about('src/refusal.ts', 'src/db/b.ts'), /import nothing/);
  assert.match(about('src/orders/a.ts', 'src/config.ts'), /know the settings/);
  assert.match(about('src/orders/a.ts', 'web/checkout/contract.ts', true), /only doors know a page/);
  assert.match(about('web/checkout/a.ts', 'src/orders/b.ts'), /types only/);
  assert.match(about('packages/client/a.ts', 'src/orders/b.ts', true), /without the server/);
  assert.match(about('src/orders/a.ts', 'packages/client/b.ts'), /as others do/);
  assert.equal(about('src/demo-shop/a.ts', 'packages/client/b.ts'), 'fine');
  assert.match(about('src/attic/a.ts', 'src/orders/b.ts'), /src\/attic is in no floor/);
  assert.match(about('web/checkout/a.ts', 'web/receipt/b.ts'), /nothing of each other/);
  assert.match(about('web/shared/a.ts', 'web/seat-map/b.ts'), /nothing of each other/);
  assert.equal(about('web/checkout/a.ts', 'web/seat-map/b.ts'), 'fine');
  assert.equal(about('web/pages/a.ts', 'web/receipt/b.ts'), 'fine');
  assert.equal(about('web/checkout/a.ts', 'src/orders/b.ts', true), 'fine');
  assert.equal(about('web/checkout/a.ts', 'src/values/b.ts'), 'fine');
  assert.equal(about('src/checkout/a.ts', 'src/orders/b.ts'), 'fine');
  const pair = [
    { file: 'src/db/a.ts', line: 1, target: 'src/jobs/b.ts', isTypeOnly: true },
    { file: 'src/jobs/b.ts', line: 1, target: 'src/db/c.ts', isTypeOnly: true },
  ];
  assert.equal(findCycle(pair, FLOORS.ground), 'src/db -> src/jobs -> src/db');
});
