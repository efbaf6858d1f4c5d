import type { ComponentChildren, VNode } from 'preact';

/** A field with its name above it, and below it what is wrong, or a hint. Both are read with the field. */
export function Field({
  id,
  kind = '',
  label,
  error,
  hint,
  input,
  children,
}: {
  id: string;
  /** A class, for how wide it is. */
  kind?: string;
  label: ComponentChildren;
  error: string | undefined;
  hint?: string | undefined;
  /** The element that is filled in, with what it must have. */
  input: (described: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => VNode;
  children?: ComponentChildren;
}): VNode {
  const about = error ?? hint;
  return (
    <div class={`field ${kind}`}>
      <label for={id}>{label}</label>
      {input({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': about && `${id}-about`,
      })}
      {about && (
        <p class={error === undefined ? 'hint soft' : 'error'} id={`${id}-about`}>
          {about}
        </p>
      )}
      {children}
    </div>
  );
}
