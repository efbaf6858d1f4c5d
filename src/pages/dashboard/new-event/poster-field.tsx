import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { DraftView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { PictureField } from '../components/picture-field/picture-field.tsx';
import { POSTER_RATIOS } from '../components/picture-field/poster-ratios.ts';
import { useAction } from '../components/use-action.ts';
import type { WantedPoster } from './draft-poster.ts';
import { useNewEventTexts } from './texts.ts';

export type PosterProps = {
  draft: DraftView | null;
  poster: {
    shown: Signal<DraftView['poster']>;
    change: (wanted: WantedPoster) => Promise<WantedPoster | null>;
  };
};

/** The poster, saved like the rest of the page. Without a draft yet, it is uploaded for the host and waits. */
export function PosterField({ draft, poster }: PosterProps): VNode {
  const words = useNewEventTexts();
  const { toasts, page } = useDashboard();
  const current = poster.shown.value;
  const remove = useAction(async () => {
    const before = await poster.change({ pictureId: null, poster: null });
    toasts.tell({
      tone: 'good',
      text: words.posterRemoved,
      ...(before && { undo: () => poster.change(before) }),
    });
  });
  return (
    <>
      <PictureField
        label={words.posterOf(draft?.name ?? '')}
        uploadTo={page.inHost(draft ? `/events/${draft.eventId}/pictures` : '/pictures')}
        ratios={POSTER_RATIOS}
        takesPastes
        current={current}
        onDone={({ pictureId, shown, widthPx, heightPx }) =>
          poster.change({ pictureId, poster: { shown, ratio: widthPx / heightPx } })
        }
        onRemove={remove.run}
      />
      {current && !draft && <p class="soft hint">{words.posterWaits}</p>}
      <p class="soft hint">{words.later}</p>
    </>
  );
}
