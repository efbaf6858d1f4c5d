import type { VNode } from 'preact';

/** Work that takes a while: how far it is, in words and as a bar. */
export function Progress({ label, done, of }: { label: string; done: number; of: number }): VNode {
  return (
    <label class="progress">
      <span>{label}</span>
      <progress value={done} max={of} />
    </label>
  );
}
