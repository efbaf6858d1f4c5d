import { signal } from '@preact/signals';
import type { AddressLevels } from '../../../money/countries.ts';
import type { DraftView } from './data.ts';
import { checkBody } from '../../../values/check-body.ts';
import { CallFailed } from '../../shared/call-server.ts';
import type { Changes } from '../components/kept-changes.ts';
import { isInOrder } from '../components/follow-start.ts';
import { toBody } from '../components/to-body.ts';
import {
  EVENT_FIELDS,
  schemaFor,
  TICKET_FIELDS,
  typedFrom,
  type DraftBody,
  type DraftValues,
} from './draft-form.ts';
import type { DraftPoster } from './draft-poster.ts';
import { sendFields, sendNewDraft, sendTicket, type Way } from './send-draft.ts';

export type SaveState = 'nothing yet' | 'saving' | 'saved' | 'incomplete' | 'failed';

type Name = keyof DraftBody;
type Deps = {
  way: Way;
  eventId: string;
  empty: DraftValues;
  draft: DraftView | null;
  levels: AddressLevels;
  poster: DraftPoster;
  values: { value: DraftValues };
  /** Whether somebody is typing into the field: nothing may change under the digits of a date. */
  isTyping: (name: Name) => boolean;
  /** Reads the draft from the server. */
  latest: () => Promise<DraftView | null>;
  onMade: () => void;
};

// Give up if somebody else keeps changing the same draft.
const MAX_RETRIES = 3;
const NEW_FIELDS = ['name', 'kind', 'categorySlug'] as const satisfies Name[];
const DATES = ['startsAt', 'closesAt'] as const satisfies Name[];
const isOneOf = (names: readonly Name[]) => (name: Name) => names.includes(name);

/** The fields that changed since the last save, the valid ones of them, and the body to send. */
function lookAt(
  values: DraftValues,
  { saved, draft, levels }: { saved: DraftValues; draft: DraftView | null; levels: AddressLevels },
): { body: DraftBody; typed: Name[]; changed: Name[]; wrong: Set<string>; owesTicket: boolean } {
  const schema = schemaFor(values, draft, levels);
  const body = toBody(schema, values) as DraftBody;
  const wrong = new Set(checkBody(schema, body).map(({ field }) => field));
  if (!isInOrder(values)) for (const name of DATES) wrong.add(name);
  const typed = (Object.keys(saved) as Name[]).filter((name) => values[name] !== saved[name]);
  const changed = typed.filter((name) => !wrong.has(name));
  const isWhole = !TICKET_FIELDS.some((name) => wrong.has(name));
  const isNew = draft?.ticketType === null || changed.some(isOneOf(TICKET_FIELDS));
  return {
    body,
    typed,
    changed,
    wrong,
    owesTicket: draft !== null && draft.ticketTypeCount < 2 && isWhole && isNew,
  };
}

/** The fields to fix before everything typed can be saved. */
function blockingIn({ typed, wrong }: ReturnType<typeof lookAt>): Name[] {
  const names = typed.some(isOneOf(TICKET_FIELDS)) ? [...typed, ...TICKET_FIELDS] : typed;
  return [...new Set(names)].filter((name) => wrong.has(name));
}

/**
 * Saves the typed values once they are valid: one call at a time, and only the changes. The name creates the draft. Changes by
 * somebody else are taken over, unless this page changed the same field.
 */
export function createDraftSaver(deps: Deps) {
  const state = signal<SaveState>(deps.draft ? 'saved' : 'nothing yet');
  let { draft } = deps;
  let saved = draft ? typedFrom(draft, deps.empty) : deps.empty;
  let running: Promise<void> | null = null;

  const look = () => lookAt(deps.values.value, { saved, draft, levels: deps.levels });
  const owes = (): boolean => {
    const { changed, wrong, owesTicket } = look();
    if (!draft) return NEW_FIELDS.every((name) => !wrong.has(name)) && changed.includes('name');
    return deps.poster.owes() || owesTicket || changed.some(isOneOf(EVENT_FIELDS));
  };

  /** Takes the server's answer. Its form of the `sent` values (a number, trimmed text) does not count as another change. */
  function take(now: DraftView, sent: Partial<DraftValues>): void {
    const next = takenFrom(now, { saved, sent, empty: deps.empty });
    const untouched = untouchedIn(deps, saved);
    draft = now;
    deps.poster.take(now);
    saved = next;
    deps.values.value = { ...deps.values.value, ...pick(next, untouched) };
  }

  async function sendOnce(): Promise<void> {
    const typed = deps.values.value;
    const { body, changed } = look();
    if (draft === null) {
      take(await sendNewDraft(deps.way, deps.eventId, body), pick(typed, NEW_FIELDS));
      deps.onMade();
      return;
    }
    if (deps.poster.owes()) {
      draft = await deps.poster.send(deps.way, draft);
      return;
    }
    const fields = changed.filter(isOneOf(EVENT_FIELDS));
    if (fields.length > 0) take(await sendFields(deps.way, draft, pick(body, fields)), pick(typed, fields));
    else take(await sendTicket(deps.way, draft, body), pick(typed, TICKET_FIELDS));
  }

  async function run(): Promise<void> {
    let retries = 0;
    while (owes()) {
      try {
        await sendOnce();
      } catch (error) {
        const isOthers = error instanceof CallFailed && error.code === 'changed_meanwhile';
        const now = isOthers && retries < MAX_RETRIES ? await deps.latest() : null;
        if (!now) throw error;
        retries += 1;
        take(now, {});
      }
    }
  }

  /** Repeats until everything valid is saved. */
  async function save(): Promise<void> {
    fillEmptyDates(deps, saved);
    // Changes made during the calls are sent after them.
    if (running) return running.then(save);
    if (!owes()) {
      if (state.value !== 'nothing yet') state.value = settled();
      return undefined;
    }
    state.value = 'saving';
    running = run();
    try {
      await running;
      state.value = settled();
    } catch (error) {
      state.value = 'failed';
      throw error;
    } finally {
      running = null;
    }
  }

  const settled = (): SaveState => (look().typed.length > 0 ? 'incomplete' : 'saved');

  /** Whether leaving loses something, including a field that can't be saved yet. */
  const isUnsaved = (): boolean => look().typed.length > 0 || owes() || deps.poster.owes();

  return {
    state,
    isUnsaved,
    unsaved: () => unsavedIn(look().typed, saved, deps.values.value),
    putBack: (kept: Changes) => putBack(kept, saved, deps.values),
    blocking: () => blockingIn(look()),
    save,
    draft: (): DraftView | null => draft,
  };
}

/** The server's values, but those of a ticket type that it has not got yet. */
function takenFrom(
  now: DraftView,
  { saved, sent, empty }: { saved: DraftValues; sent: Partial<DraftValues>; empty: DraftValues },
): DraftValues {
  const own = now.ticketType === null ? pick(saved, TICKET_FIELDS) : {};
  return { ...typedFrom(now, empty), ...own, ...sent };
}

const untouchedIn = ({ values, isTyping }: Deps, saved: DraftValues): Name[] =>
  (Object.keys(saved) as Name[]).filter((name) => values.value[name] === saved[name] && !isTyping(name));

/** A date that was left empty is the last one again. */
function fillEmptyDates({ values, isTyping }: Deps, saved: DraftValues): void {
  const empty = DATES.filter((name) => values.value[name] === '' && !isTyping(name));
  if (empty.length > 0) values.value = { ...values.value, ...pick(saved, empty) };
}

/** The typed values that are not saved, each with the saved one below it; null: none. */
const unsavedIn = (typed: Name[], saved: DraftValues, values: DraftValues): Changes | null =>
  typed.length === 0 ? null : { at: Date.now(), base: pick(saved, typed), values: pick(values, typed) };

/** Takes unsaved values of before a reload, unless another value was saved since. Returns their fields. */
function putBack({ base, values }: Changes, saved: DraftValues, shown: Deps['values']): Name[] {
  const names = (Object.keys(saved) as Name[]).filter(
    (name) => Object.hasOwn(values, name) && base[name] === saved[name],
  );
  shown.value = { ...shown.value, ...pick(values as DraftValues, names) };
  return names;
}

const pick = <Of extends object, Key extends keyof Of>(of: Of, names: readonly Key[]): Pick<Of, Key> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Key>;
