import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** A file to choose or drop here. */
export function FileDrop({
  label,
  accept,
  onFile,
  children,
}: {
  label: string;
  accept: string;
  onFile: (file: File) => void;
  /** The accepted types. */
  children: ComponentChildren;
}): VNode {
  const id = useId();
  const isOver = useSignal(false);
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    <label
      class={isOver.value ? 'stack gap-xs file-drop over' : 'stack gap-xs file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        aria-describedby={id}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <small class="soft" id={id}>
        {children}
      </small>
    </label>
  );
}
