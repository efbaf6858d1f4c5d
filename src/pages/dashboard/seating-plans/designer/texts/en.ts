import { seatsIn, type Chosen } from '../../../../../seating-plans/edit-chosen.ts';
import type { PlanChanges } from '../../data.ts';
import type { PlanProblemKind } from '../../../../../seating-plans/check-plan.ts';
import {
  isSeated,
  type ObjectType,
  type PlanObject,
  type SeatingPlan,
} from '../../../../../seating-plans/plan-schema.ts';
import type { ToolName } from '../tools.ts';
import { fields } from './en-fields.ts';

const number = (count: number): string => count.toLocaleString('en');
const count = (many: number, one: string, several = `${one}s`): string =>
  `${number(many)} ${many === 1 ? one : several}`;
const seats = (many: number): string => count(many, 'seat');

const KINDS: Record<ObjectType, [string, string]> = {
  row: ['row', 'rows'],
  table: ['table', 'tables'],
  standing: ['standing area', 'standing areas'],
  outline: ['section outline', 'section outlines'],
  stage: ['stage', 'stages'],
  text: ['text', 'texts'],
  rectangle: ['rectangle', 'rectangles'],
  ellipse: ['ellipse', 'ellipses'],
  polygon: ['polygon', 'polygons'],
  line: ['line', 'lines'],
};

const sum = (objects: readonly PlanObject[]): number =>
  objects.reduce((all, object) => all + (isSeated(object) ? object.seats.length : 0), 0);

function nameObject(object: PlanObject, { sections }: SeatingPlan): string {
  const kind = KINDS[object.type][0];
  const Kind = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (isSeated(object)) {
    const section = sections.find(({ id }) => id === object.section)?.name ?? '';
    return `${Kind} ${object.label}, ${section}, ${seats(object.seats.length)}`;
  }
  if (object.type === 'outline')
    return `Outline of ${sections.find(({ id }) => id === object.section)?.name ?? ''}`;
  if (object.type === 'text') return `Text “${object.text}”`;
  return 'label' in object ? `${Kind} “${object.label}”` : Kind;
}

/** The selection, in a few words. */
function chosen(plan: SeatingPlan, what: Chosen): string {
  if (what.objects.size === 0)
    return what.seats.size === 0 ? 'Nothing selected' : `${seats(what.seats.size)} selected`;
  const objects = plan.objects.filter(({ id }) => what.objects.has(id));
  const [only] = objects;
  if (only && objects.length === 1) return nameObject(only, plan);
  const kinds = Map.groupBy(objects, ({ type }) => type);
  const parts = [...kinds].map(([type, all]) => count(all.length, ...KINDS[type]));
  const all = seatsIn(plan, what).length;
  return `${parts.join(', ')}${all > 0 ? `, ${seats(all)}` : ''}`;
}

export const en = {
  ...fields,
  number,
  seats,
  chosen,
  nameObject,
  kinds: KINDS,
  plans: 'Seating plans',
  board: 'Drawing of the hall',
  boardHint:
    'Press a tool’s key, then arrow keys to move the cross and Enter to start and to end. With the selection tool, Enter selects the first object, Tab the next, arrow keys move it, Control and arrow keys resize it, Escape clears it. Press ? for all keys.',
  smallScreen: 'Drawing needs a larger screen. Here you can view the plan, and edit it in the table.',
  toolbar: 'Tools',
  tools: {
    select: 'Select',
    seats: 'Select seats',
    pan: 'Move the view',
    row: 'Row',
    block: 'Block of rows',
    seat: 'Single seats',
    roundTable: 'Round table',
    longTable: 'Rectangular table',
    standing: 'Standing area',
    outline: 'Section outline',
    stage: 'Stage',
    text: 'Text',
    rectangle: 'Rectangle',
    ellipse: 'Ellipse',
    polygon: 'Polygon',
    line: 'Line',
  } satisfies Record<ToolName, string>,
  newNames: { section: 'Main', stage: 'Stage', text: 'Text', standing: 'Standing' },
  did: {
    moved: 'Moved',
    copied: 'Copied',
    taken: 'On the clipboard',
    turned: 'Turned',
    mirrored: 'Mirrored',
    aligned: 'Aligned',
    distributed: 'Distributed',
    ordered: 'Order changed',
    removed: 'Deleted',
    bent: 'Curved',
    arranged: 'Rows arranged',
    sized: 'Size changed',
    undone: 'Undone',
    redone: 'Redone',
    painted: 'Painted',
    marked: 'Marked',
    renamed: 'Renamed',
    numbered: 'Numbered',
    blocked: 'Blocked',
    released: 'Released',
    changed: 'Changed',
  },
  curveOf: (curve: number) => (curve === 0 ? 'Straight' : `Curve ${curve}`),
  drawnCount: (rows: number, many: number) =>
    rows > 1 ? `${count(rows, 'row')} × ${number(many / rows)} = ${seats(many)}` : seats(many),
  added: (objects: readonly PlanObject[]) => {
    const [only] = objects;
    if (!only) return '';
    const kind = objects.length === 1 ? KINDS[only.type][0] : count(objects.length, ...KINDS[only.type]);
    const many = sum(objects);
    return `Added: ${kind}${many > 0 ? ` with ${seats(many)}` : ''}`;
  },
  corner: (many: number) => `Corner ${many}. Click the first corner or press Enter to close the outline.`,
  cornerAt: ({ nth, of, x, y }: { nth: number; of: number; x: number; y: number }) =>
    `Corner ${nth} of ${of}, at ${x}, ${y}`,
  undo: 'Undo',
  redo: 'Redo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all',
  snap: 'Snap',
  views: 'View',
  canvas: 'Drawing',
  table: 'Table',
  preview: 'Preview',
  previewTitle: 'Preview for buyers',
  previewHint: 'Colours show the categories. Each event sets its own prices.',
  help: 'Shortcuts and help',
  more: 'More',
  save: {
    saved: 'All changes saved',
    waiting: 'Changes not saved yet',
    saving: 'Saving…',
    offline: 'Offline. We keep your changes and save them once you’re back online',
    conflict: 'Someone else changed the plan',
    refused: 'Not saved',
  },
  conflictTitle: 'Someone else changed this plan',
  conflictText:
    'They saved it while you were drawing, so your last changes are not saved. Save yours as a copy, or open the current plan.',
  conflictReload: 'Open current plan',
  conflictCopy: 'Save mine as a copy',
  copyOf: (name: string) => `${name.slice(0, 90)} (copy)`,
  copied: 'Your drawing is saved as a copy.',
  retry: 'Save again',
  check: 'Check',
  checkTitle: 'Check',
  nothingWrong: 'No problems found.',
  problemCount: (many: number) => count(many, 'problem'),
  moreProblems: (many: number) => `And ${number(many)} more.`,
  problems: {
    double_id: 'Same ID used twice',
    double_seat: 'Two seats have the same name',
    overlap: 'Seats overlap',
    no_category: 'No category',
    no_section: 'No section',
    lost_companion: 'Companion of a seat that is not accessible',
    empty_label: 'No name',
    double_name: 'Same name used twice',
    too_many_seats: 'More than 20,000 seats',
  } satisfies Record<PlanProblemKind, string>,
  isAdvice: 'Does not block publishing',
  publish: 'Publish',
  publishTitle: 'Publish plan',
  publishFirst: 'Events can use the plan once it is published.',
  publishText:
    'This publishes the draft as a new version. Events keep their version until you update them on their Seats page.',
  published: (version: number) => `Version ${version} published.`,
  publishNothing: 'Nothing has changed since the last version.',
  notReady: (many: number) => `Fix ${count(many, 'problem')} first.`,
  lookAtProblems: 'Show problems',
  changes: (changes: PlanChanges): string[] =>
    (
      [
        [changes.added, 'seat added', 'seats added'],
        [changes.removed, 'seat removed', 'seats removed'],
        [changes.renamed, 'seat renamed', 'seats renamed'],
        [changes.moved, 'seat moved', 'seats moved'],
        [changes.repainted, 'seat in another category', 'seats in another category'],
        [changes.marked, 'seat with new marks', 'seats with new marks'],
        [changes.objects, 'other object changed', 'other objects changed'],
      ] as const
    )
      .filter(([many]) => many > 0)
      .map(([many, one, several]) => count(many, one, several)),
  versions: 'Versions',
  versionsIntro: 'All published versions. You can restore one as the draft.',
  noVersions: 'No versions yet.',
  version: (version: number) => `Version ${version}`,
  by: (who: string) => `by ${who}`,
  look: 'View',
  restore: 'Restore as draft',
  restored: (version: number) => `Version ${version} is the draft now.`,
  replaceTitle: (version: number) => `Replace the draft with version ${version}?`,
  replaceLoses: (changes: string[]) =>
    changes.length > 0
      ? `The draft has work that was never published: ${changes.join(', ')}.`
      : 'The draft has work that was never published.',
  replaceKeeps: 'It is kept, and you can bring it back here with one press.',
  replaceFormer: (many: number) =>
    `The earlier draft that is kept now (${count(many, 'seat')}) will be lost.`,
  replaceDo: 'Replace draft',
  formerDraft: 'Earlier draft',
  formerKept: (many: number) => `The draft before this one (${count(many, 'seat')}) is kept.`,
  formerSwaps: 'If you bring it back, it changes places with the draft of now.',
  bringBack: 'Bring it back',
  broughtBack: 'The earlier draft is back.',
  replacedAt: 'replaced',
  looking: (version: number) => `You are viewing version ${version}`,
  backToDraft: 'Back to draft',
  uses: (many: number) => `Used by ${count(many, 'event')}`,
  copy: 'Copy',
  paste: 'Paste',
  pasteNothing: 'The clipboard has no part of a seating plan. Select something and copy it first.',
  pasteTooLarge:
    'Not pasted: the plan would have more than 20,000 seats or objects, or more than 50 categories.',
  import: 'Replace with a file',
  importIntro:
    'Upload a seating plan as JSON (from here or pretix) or a list as CSV to replace the draft. The draft is kept under Versions; published versions stay.',
  importFile: 'File',
  importDo: 'Replace draft',
  imported: 'Draft replaced.',
  importTooLarge: 'The file is too large.',
  download: 'Download',
  formats: { json: 'Seating plan (JSON)', pretix: 'For pretix (JSON)', csv: 'List of seats (CSV)' },
  rename: 'Rename',
  renamed: 'Plan renamed.',
  planName: 'Plan name',
  close: 'Close',
  apply: 'Apply',
  map: {
    stage: 'STAGE',
    mapLabel: 'Map of the hall',
    mapHint:
      'Arrow keys move from seat to seat, Page Up and Page Down from row to row, plus and minus zoom, 0 shows the whole hall.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    wholeMap: 'Whole hall',
    tapToZoom: 'Tap a section to zoom in',
  },
};
