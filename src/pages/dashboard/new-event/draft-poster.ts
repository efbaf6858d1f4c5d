import { signal } from '@preact/signals';
import type { DraftView } from './data.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { isAskedAbout } from '../shell/call-dashboard.ts';
import { sendPoster, type Way } from './send-draft.ts';

/** The poster that is to be: an uploaded picture, or none. */
export type WantedPoster = { pictureId: string | null; poster: DraftView['poster'] };

/** The poster of a draft. One that is chosen before the draft is there waits for it. */
export function createDraftPoster(first: DraftView | null) {
  const shown = signal<DraftView['poster']>(first?.poster ?? null);
  let owed: WantedPoster | null = null;
  // What was there before the last change, to take that back; null where nothing was.
  let before: WantedPoster | null = null;

  return {
    shown,
    owes: (): boolean => owed !== null,
    before: (): WantedPoster | null => before,

    want(wanted: WantedPoster): void {
      before = owed;
      owed = wanted;
      shown.value = wanted.poster;
    },

    /** What the server has, unless another one is on its way to it. */
    take({ poster }: DraftView): void {
      if (!owed) shown.value = poster;
    },

    async send(way: Way, draft: DraftView): Promise<DraftView> {
      if (!owed) return draft;
      const wanted = owed;
      // Chosen and removed again before there was a draft.
      if (!wanted.pictureId && !draft.poster) {
        owed = null;
        return draft;
      }
      try {
        const answer = await sendPoster(way, draft, wanted.pictureId);
        if (owed === wanted) {
          owed = null;
          before = answer.before === null ? null : { pictureId: answer.before, poster: draft.poster };
        }
        return { ...draft, version: answer.version, poster: wanted.poster };
      } catch (error) {
        // A picture that is refused will be next time too, and must not keep the rest from being saved.
        if (owed === wanted && isFinal(error)) {
          owed = null;
          shown.value = draft.poster;
        }
        throw error;
      }
    },
  };
}

export type DraftPoster = ReturnType<typeof createDraftPoster>;

const isFinal = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.reason === 'refused' &&
  error.code !== 'changed_meanwhile' &&
  !isAskedAbout(error);
