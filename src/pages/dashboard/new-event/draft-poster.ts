import { signal } from '@preact/signals';
import type { DraftView } from './data.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { isAskedAbout } from '../shell/call-dashboard.ts';
import { sendPoster, type Way } from './send-draft.ts';

/** The wanted poster: an uploaded picture, or none. */
export type WantedPoster = { pictureId: string | null; poster: DraftView['poster'] };

/** The poster of a draft. One chosen before the draft exists waits for it. */
export function createDraftPoster(first: DraftView | null) {
  const shown = signal<DraftView['poster']>(first?.poster ?? null);
  let owed: WantedPoster | null = null;
  // The poster before the last change, for undo; null if there was none.
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

    /** The server's poster, or the one on its way there. */
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
        // A refused picture would be refused again; it must not block the other saves.
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
