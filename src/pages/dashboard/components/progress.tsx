import type { VNode } from 'preact';

/** The progress of longer work, in words and as a bar. */
export function Progress({ label, done, of }: { label: string; done: number; of: number }): VNode {
  return (
    <label class="progress">
      <span>{label}</span>
      <progress value={done} max={of} />
    </label>
  );
}
