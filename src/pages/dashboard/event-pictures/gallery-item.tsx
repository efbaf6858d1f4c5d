import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { ShownGalleryImage } from './data.ts';
import { Icon } from '../../shared/icon.tsx';
import { backIcon, forwardIcon } from '../../shared/icons.ts';
import { Picture } from '../../shared/picture.tsx';
import { useDashboard } from '../dashboard.ts';
import type { Ratio } from '../components/picture-field/crop-dialog.tsx';
import { UploadList } from '../components/picture-field/upload-list.tsx';
import { usePictures } from '../components/picture-field/use-pictures.tsx';
import { useAction } from '../components/use-action.ts';
import { useEventPicturesTexts } from './texts.ts';

export const GALLERY_RATIOS: readonly Ratio[] = ['whole', '3:2', '16:9', '1:1', '4:5'];
const MAX_ALT_CHARACTERS = 500;

/** One picture of the gallery: its description, its place and its actions. */
export function GalleryItem({
  image,
  at,
  of,
  ofEvent,
  onMove,
  onDrag,
}: {
  image: ShownGalleryImage;
  /** From 1. */
  at: number;
  of: number;
  ofEvent: string;
  onMove: (by: -1 | 1) => void;
  onDrag: (isDragged: boolean) => void;
}): VNode {
  const texts = useEventPicturesTexts();
  const { send, call, router, toasts } = useDashboard();
  const address = `${ofEvent}/gallery/${image.imageId}`;

  const { take, uploads, dialog } = usePictures({
    uploadTo: `${ofEvent}/pictures`,
    ratios: GALLERY_RATIOS,
    onDone: ({ pictureId }) =>
      send(address, {
        method: 'PATCH',
        body: { alt: image.alt, wasAlt: image.alt, pictureId },
        told: texts.replaced,
      }),
  });
  const remove = useAction(async () => {
    const body = await call<{ pictureId: string; alt: string; at: number }>(address, { method: 'DELETE' });
    toasts.tell({
      tone: 'good',
      text: texts.removed,
      undo: async () => {
        await call(`${ofEvent}/gallery`, { method: 'POST', body });
        await router.refresh();
      },
    });
    await router.refresh();
  });
  return (
    <div class="panel stack gap-s gallery-item">
      <div
        class="gallery-picture"
        draggable
        onDragStart={(event) => {
          event.dataTransfer?.setData('text/plain', image.imageId);
          onDrag(true);
        }}
        onDragEnd={() => onDrag(false)}
      >
        <Picture
          of={image.shown}
          alt={image.alt || texts.picture(at)}
          sizes="(max-width: 40rem) 90vw, 16rem"
          width={image.widthPx}
          height={image.heightPx}
          loading="lazy"
        />
      </div>
      <AltField image={image} address={address} />
      <Actions at={at} of={of} onMove={onMove} onFiles={take} onRemove={remove.run} />
      <UploadList uploads={uploads} />
      {dialog}
    </div>
  );
}

/** Buttons that move, replace or remove the picture. */
function Actions({
  at,
  of,
  onMove,
  onFiles,
  onRemove,
}: {
  at: number;
  of: number;
  onMove: (by: -1 | 1) => void;
  onFiles: (files: File[]) => void;
  onRemove: () => void;
}): VNode {
  const texts = useEventPicturesTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="row wrap gap-2xs gallery-actions">
      <button
        type="button"
        class="icon-only earlier"
        disabled={at === 1}
        aria-label={texts.earlier(at)}
        onClick={() => onMove(-1)}
      >
        <Icon path={backIcon} />
      </button>
      <button
        type="button"
        class="icon-only later"
        disabled={at === of}
        aria-label={texts.later(at)}
        onClick={() => onMove(1)}
      >
        <Icon path={forwardIcon} />
      </button>
      <button
        type="button"
        class="plain"
        aria-label={texts.replaceOne(at)}
        onClick={() => input.current?.click()}
      >
        {texts.replace}
      </button>
      <button type="button" class="plain" aria-label={texts.removeOne(at)} onClick={onRemove}>
        {texts.remove}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={texts.replaceOne(at)}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Saves when the field loses focus: nothing else is saved with it. */
function AltField({ image, address }: { image: ShownGalleryImage; address: string }): VNode {
  const texts = useEventPicturesTexts();
  const { send, texts: all } = useDashboard();
  const id = useId();
  /** Null: as the server has it. */
  const typed = useSignal<string | null>(null);
  const save = useAction(async () => {
    const alt = typed.value;
    if (alt === null || alt.trim() === image.alt) return;
    await send(address, {
      method: 'PATCH',
      body: { alt, wasAlt: image.alt, pictureId: null },
      told: all.parts.saved,
    });
    if (typed.value === alt) typed.value = null;
  });
  return (
    <div class="field">
      <label for={id}>{texts.alt}</label>
      <input
        id={id}
        type="text"
        maxLength={MAX_ALT_CHARACTERS}
        value={typed.value ?? image.alt}
        placeholder={texts.altMissing}
        title={texts.altHint}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onChange={save.run}
      />
    </div>
  );
}
