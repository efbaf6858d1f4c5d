import { useEffect, useId, useMemo } from 'preact/hooks';
import type { DraftView, NewEventView } from './data.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { isAskedAbout } from '../shell/call-dashboard.ts';
import { useDashboard } from '../dashboard.ts';
import { createForm } from '../components/create-form.ts';
import type { Form } from '../components/use-form.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import type { Texts } from '../texts/texts.ts';
import { createDraftPoster, type WantedPoster } from './draft-poster.ts';
import { createDraftSaver } from './draft-saver.ts';
import {
  DRAFT_FORM,
  emptyDraft,
  followStart,
  schemaFor,
  typedFrom,
  type DraftBody,
  type DraftValues,
} from './draft-form.ts';
import { useNewEventTexts } from './texts.ts';

// Wait until the typing pauses.
const PAUSE_MS = 1_000;

/** The form of a new event. It saves when a field loses focus, and when the typing pauses. */
export function useDraftForm(data: NewEventView) {
  const { call, router, texts, page } = useDashboard();
  const words = useNewEventTexts();
  const labels = { ...words, ...words.places[data.country] };
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
      poster,
      values: form.values as unknown as { value: DraftValues },
      latest: async (): Promise<DraftView | null> => (await call<{ data: NewEventView }>(address)).data.draft,
      // Another tab, or the same one tomorrow, finds the draft under this address.
      onMade: () => void router.go(address, { isSamePage: true, replaces: true }),
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = async (): Promise<void> => {
      clearTimeout(timer);
      try {
        await saver.save();
      } catch (error) {
        showFailure(form, texts, error);
      }
    };
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
      onInput: (): void => {
        form.values.value = followStart(form.values.value as DraftValues);
        form.trouble.value = null;
        clearTimeout(timer);
        timer = setTimeout(() => void save(), PAUSE_MS);
      },
      stop: () => clearTimeout(timer),
    };
  }, []);
  const { form, saver } = own;
  const values = form.values.value as DraftValues;
  own.use({
    schema: schemaFor(values, saver.draft()),
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
    return () => {
      unguard();
      own.stop();
    };
  }, []);
  return { ...own, values, state: saver.state.value, draft: saver.draft() };
}

/** Shows the error at its field, if it names one. */
function showFailure(form: ReturnType<typeof createForm>, texts: Texts, error: unknown): void {
  const failure = error instanceof CallFailed ? error : null;
  const field = failure?.refusal?.field;
  if (failure && isAskedAbout(failure)) return;
  if (field !== undefined && form.labels.has(field))
    form.errors.value = { [field]: texts.parts.refusedField(failure?.message ?? '', field) };
  else form.trouble.value = tellFailure(texts, error);
}
