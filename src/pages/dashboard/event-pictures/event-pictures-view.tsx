import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { PictureField } from '../components/picture-field/picture-field.tsx';
import { POSTER_RATIOS } from '../components/picture-field/poster-ratios.ts';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { Gallery } from './gallery.tsx';
import { useEventPicturesTexts } from './texts.ts';

/** The poster and the gallery of an event. */
export function EventPicturesView({ data }: ViewProps<'eventPictures'>): VNode {
  const texts = useEventPicturesTexts();
  return (
    <EventLayout event={data.event} page="pictures">
      <Section title={texts.poster} intro={texts.posterIntro}>
        <Poster data={data} />
      </Section>
      <Section title={texts.gallery} intro={texts.galleryIntro(data.maxGalleryImages)}>
        <Gallery data={data} />
      </Section>
    </EventLayout>
  );
}

function Poster({ data }: ViewProps<'eventPictures'>): VNode {
  const texts = useEventPicturesTexts();
  const { call, router, toasts, page } = useDashboard();
  const ofEvent = page.inHost(`/events/${data.event.eventId}`);
  const show = (
    pictureId: string | null,
    version: number,
  ): Promise<{ version: number; before: string | null }> =>
    call(`${ofEvent}/poster`, { method: 'PATCH', body: { pictureId, version } });
  const changed = async (text: string, answer: { version: number; before: string | null }): Promise<void> => {
    const { before, version } = answer;
    toasts.tell({
      tone: 'good',
      text,
      ...(before !== null && {
        undo: async () => {
          await show(before, version);
          await router.refresh();
        },
      }),
    });
    await router.refresh();
  };
  const remove = useAction(async () => changed(texts.posterRemoved, await show(null, data.version)));
  return (
    <PictureField
      label={texts.posterOf(data.event.name)}
      uploadTo={`${ofEvent}/pictures`}
      ratios={POSTER_RATIOS}
      current={data.poster}
      onDone={async ({ pictureId }) => changed(texts.posterSaved, await show(pictureId, data.version))}
      onRemove={remove.run}
    />
  );
}
