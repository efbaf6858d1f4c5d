import { effect } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import type { DraftView, NewEventView } from './data.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { isAskedAbout } from '../shell/call-dashboard.ts';
import { useDashboard } from '../dashboard.ts';
import { createForm } from '../components/create-form.ts';
import { keptChanges, type Kept } from '../components/kept-changes.ts';
import type { Form } from '../components/use-form.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import type { Texts } from '../texts/read-texts.ts';
import { createDraftPoster, type WantedPoster } from './draft-poster.ts';
import { createDraftSaver } from './draft-saver.ts';
import {
  DRAFT_FORM,
  emptyDraft,
  schemaFor,
  typedFrom,
  type DraftBody,
  type DraftValues,
} from './draft-form.ts';
import { useNewEventTexts } from './texts.ts';

// Wait until the typing pauses.
const PAUSE_MS = 1_000;
// A lost connection: try again soon, then less often.
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** The form of a new event. It saves when a field loses focus, and when the typing pauses. */
export function useDraftForm(data: NewEventView) {
  const { call, router, texts, page } = useDashboard();
  const words = useNewEventTexts();
  const labels = { ...words, ...words.labelsOf(data.levels) };
  const id = useId();
  const own = useMemo(() => {
    const form = createForm(id, texts);
    const empty = emptyDraft(words.ticketNameDefault);
    form.use({
      schema: DRAFT_FORM,
      texts: labels,
      initial: data.draft ? typedFrom(data.draft, empty) : empty,
      send: async () => undefined,
    });
    const address = page.inHost(`/new-event?draft=${data.eventId}`);
    const poster = createDraftPoster(data.draft);
    const saver = createDraftSaver({
      way: { call, at: (path) => page.inHost(path) },
      eventId: data.eventId,
      empty,
      draft: data.draft,
      levels: data.levels,
      poster,
      values: form.values as unknown as { value: DraftValues },
      isTyping: isTypingDate,
      latest: async (): Promise<DraftView | null> => (await call<{ data: NewEventView }>(address)).data.draft,
      // Another tab, or the same one tomorrow, finds the draft under this address.
      onMade: () => void router.go(address, { isSamePage: true, replaces: true }),
    });
    const autoSave = createAutoSave(saver, form, texts);
    const { save } = autoSave;
    return {
      form: form as unknown as Form<DraftBody>,
      use: form.use,
      saver,
      save,
      poster: {
        shown: poster.shown,
        /** Returns the earlier poster, for undo. */
        change: async (wanted: WantedPoster): Promise<WantedPoster | null> => {
          poster.want(wanted);
          await save();
          return poster.before();
        },
      },
      onInput: autoSave.onInput,
      stop: autoSave.stop,
    };
  }, []);
  const { form, saver } = own;
  const values = form.values.value as DraftValues;
  own.use({
    schema: schemaFor(values, saver.draft(), data.levels),
    texts: labels,
    // The saver takes over the server's answer.
    initial: form.values.peek(),
    // The draft sets the end; it may still be on its way.
    prepare: () => saver.save(),
    send: async () => {
      await saver.save();
      const draft = saver.draft();
      if (draft) await router.go(page.inHost(`/events/${draft.eventId}`));
    },
  });
  useEffect(() => {
    const unguard = router.guard(() => saver.isUnsaved());
    const saveNow = (): void => void own.save();
    addEventListener('online', saveNow);
    const forget = keepTyped(own, {
      email: page.person.email,
      newAs: `new event of ${page.host?.hostId}`,
    });
    return () => {
      unguard();
      forget();
      removeEventListener('online', saveNow);
      own.stop();
    };
  }, []);
  return { ...own, values, state: saver.state.value, blocking: saver.blocking(), draft: saver.draft() };
}

/**
 * Keeps what can't be saved yet while the tab is open: a reload brings it back, with what is wrong with it. Returns a function that
 * forgets it, for somebody who leaves the page.
 */
function keepTyped(
  {
    saver,
    form,
    save,
  }: { saver: ReturnType<typeof createDraftSaver>; form: Form<DraftBody>; save: () => void },
  { email, newAs }: { email: string; newAs: string },
): () => void {
  const keptAs = (keepAs: string): Kept =>
    keptChanges(() => sessionStorage, { email, keepAs, schema: DRAFT_FORM });
  const kept = (): Kept => keptAs(saver.draft() === null ? newAs : `draft ${saver.draft()?.eventId}`);
  const before = kept().read(Date.now());
  const names = before ? saver.putBack(before) : [];
  if (names.length > 0) save();
  for (const name of names) form.check(name);
  const stop = effect(() => {
    void [form.values.value, saver.state.value];
    if (saver.draft() !== null) keptAs(newAs).write(null);
    kept().write(saver.unsaved());
  });
  return () => {
    stop();
    kept().write(null);
  };
}

/** Saves when the typing pauses, and again after a lost connection. */
function createAutoSave(
  saver: ReturnType<typeof createDraftSaver>,
  form: ReturnType<typeof createForm>,
  texts: Texts,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  const saveIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };
  const save = async (): Promise<void> => {
    clearTimeout(timer);
    const hadFailed = saver.state.peek() === 'failed';
    try {
      await saver.save();
      retryMs = FIRST_RETRY_MS;
      if (hadFailed) form.trouble.value = null;
    } catch (error) {
      showFailure(form, texts, error);
      if (!isWorthRetrying(error)) return;
      saveIn(retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  };
  const onInput = (): void => {
    form.trouble.value = null;
    saveIn(PAUSE_MS);
  };
  return { save, onInput, stop: () => clearTimeout(timer) };
}

/** Somebody is at the date, or has left it half typed: then it is theirs to complete. */
function isTypingDate(name: string): boolean {
  const field = document.querySelector<HTMLInputElement>(`input[type="datetime-local"][name="${name}"]`);
  return field !== null && (field === document.activeElement || field.validity.badInput);
}

/** The server did not answer, or could not. A refusal would come again. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof CallFailed && (error.reason !== 'refused' || (error.refusal?.status ?? 0) >= 500);

/** Shows the error at its field, if it names one. */
function showFailure(form: ReturnType<typeof createForm>, texts: Texts, error: unknown): void {
  const failure = error instanceof CallFailed ? error : null;
  const field = failure?.refusal?.field;
  if (failure && isAskedAbout(failure)) return;
  if (field !== undefined && form.labels.has(field)) form.errors.value = { [field]: failure?.message ?? '' };
  else form.trouble.value = tellFailure(texts, error);
}
