import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../shared/icon.tsx';
import { pictureIcon } from '../../../shared/icons.ts';
import { useDashboard } from '../../dashboard.ts';
import { usePictureTexts } from './texts.ts';

// The types that browsers offer; the server checks the real type.
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** The place to drop, paste or choose pictures. `children` replace the invitation. */
export function DropZone({
  label,
  takesMany = false,
  takesPastes = false,
  button,
  onFiles,
  children,
}: {
  /** The purpose of the pictures, read with the button. */
  label: string;
  takesMany?: boolean;
  /** Also takes pastes while nothing has the focus. For one zone of a page. */
  takesPastes?: boolean;
  /** Another word on the button. */
  button?: string;
  onFiles: (files: File[]) => void;
  children?: ComponentChildren;
}): VNode {
  const { toasts, texts: shared } = useDashboard();
  const texts = usePictureTexts();
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useSignal(false);
  const take = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])];
    if (files.length === 0) toasts.tell({ tone: 'bad', text: texts.noFile });
    else onFiles(takesMany ? files : files.slice(0, 1));
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isHere = zone.current?.contains(target) ?? false;
      const isNobodys = takesPastes && !target.closest('.drop-zone, input, textarea, dialog');
      const files = event.clipboardData?.files;
      if (!files?.length || !(isHere || isNobodys) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [takesPastes]);
  const words = button ?? (takesMany ? texts.chooseMany : texts.choose);
  return (
    <div
      ref={zone}
      class={`stack gap-s drop-zone${isOver.value ? ' over' : ''}${children ? ' filled' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={(event) => {
        if (!zone.current?.contains(event.relatedTarget as Node | null)) isOver.value = false;
      }}
      onDrop={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer.files);
      }}
    >
      {children ?? (
        <>
          <Icon path={pictureIcon} />
          <p class="drop-words">{takesMany ? texts.dropMany : texts.drop}</p>
        </>
      )}
      <div class="stack gap-2xs drop-choose">
        <button
          type="button"
          class="second"
          aria-label={shared.parts.withColon({ before: words, after: label })}
          onClick={() => input.current?.click()}
        >
          {words}
        </button>
        <p class="soft hint">{texts.takes}</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        multiple={takesMany}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const { files } = currentTarget;
          if (files?.length) take(files);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
