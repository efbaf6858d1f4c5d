import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownGalleryImage } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DropZone } from '../components/picture-field/drop-zone.tsx';
import { UploadList } from '../components/picture-field/upload-list.tsx';
import { usePictures } from '../components/picture-field/use-pictures.tsx';
import { GalleryItem, GALLERY_RATIOS } from './gallery-item.tsx';
import { useEventPicturesTexts } from './texts.ts';
import { useOrder } from './use-order.ts';

/** The pictures in their order, and a field to add more. */
export function Gallery({ data }: ViewProps<'eventPictures'>): VNode {
  const texts = useEventPicturesTexts();
  const { send, toasts, page } = useDashboard();
  const ofEvent = page.inHost(`/events/${data.event.eventId}`);
  const most = data.maxGalleryImages;
  const { take, uploads, dialog } = usePictures({
    uploadTo: `${ofEvent}/pictures`,
    ratios: GALLERY_RATIOS,
    onDone: ({ pictureId }) =>
      send(`${ofEvent}/gallery`, { body: { pictureId, alt: '' }, told: texts.added }),
  });
  const room = Math.max(0, most - data.gallery.length - uploads.all.length);
  return (
    <div class="stack gap-m gallery-editor">
      <Ordered images={data.gallery} ofEvent={ofEvent} />
      {room > 0 || uploads.all.length > 0 ? (
        <DropZone
          label={texts.galleryLabel}
          takesMany
          takesPastes
          onFiles={(files) => {
            if (files.length > room) toasts.tell({ tone: 'bad', text: texts.tooMany(most) });
            take(files.slice(0, room));
          }}
        />
      ) : (
        <p class="soft">{texts.full(most)}</p>
      )}
      <UploadList uploads={uploads} />
      {dialog}
    </div>
  );
}

function Ordered({ images, ofEvent }: { images: ShownGalleryImage[]; ofEvent: string }): VNode | null {
  const texts = useEventPicturesTexts();
  const order = useOrder(images, `${ofEvent}/gallery`);
  const list = useRef<HTMLOListElement>(null);
  const dragged = useSignal<string | null>(null);
  // A moved element loses the focus, also when an earlier order comes back from the server.
  const seen = useRef(order.moved.value);
  const shown = order.images.map(({ imageId }) => imageId).join();
  useLayoutEffect(() => {
    const isNew = seen.current !== order.moved.value;
    seen.current = order.moved.value;
    // A button that has just been disabled keeps the focus for a moment.
    const isLost = document.activeElement === document.body || document.activeElement?.matches(':disabled');
    if (order.moved.value === null || (!isNew && !isLost)) return;
    const { imageId, by } = order.moved.value;
    const item = list.current?.querySelector(`[data-image="${imageId}"]`);
    const [wanted, other] = by < 0 ? ['earlier', 'later'] : ['later', 'earlier'];
    const button = item?.querySelector<HTMLButtonElement>(`.${wanted}:not(:disabled)`);
    (button ?? item?.querySelector<HTMLButtonElement>(`.${other}`))?.focus();
  }, [order.moved.value, shown]);
  if (order.images.length === 0) return null;
  const { moved } = order;
  const movedTo = order.images.findIndex(({ imageId }) => imageId === moved.value?.imageId) + 1;
  return (
    <>
      <ol class="gallery-list" ref={list} aria-label={texts.list}>
        {order.images.map((image, index) => (
          <li
            key={image.imageId}
            data-image={image.imageId}
            class={dragged.value === image.imageId ? 'dragged' : undefined}
            onDragOver={(event) => {
              if (dragged.value === null) return;
              event.preventDefault();
              order.put(dragged.value, index);
            }}
            onDrop={(event) => dragged.value !== null && event.preventDefault()}
          >
            <GalleryItem
              image={image}
              at={index + 1}
              of={order.images.length}
              ofEvent={ofEvent}
              onMove={(by) => order.move(image.imageId, by)}
              onDrag={(isDragged) => {
                dragged.value = isDragged ? image.imageId : null;
                if (!isDragged) order.save();
              }}
            />
          </li>
        ))}
      </ol>
      <p class="aloud" role="status">
        {moved.value !== null && texts.moved({ at: movedTo, of: order.images.length })}
      </p>
    </>
  );
}
