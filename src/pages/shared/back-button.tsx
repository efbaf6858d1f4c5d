import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { backIcon } from './icons.ts';

export function BackButton({ label, onPress }: { label: string; onPress: () => void }): VNode {
  return (
    <button type="button" class="plain back" onClick={onPress}>
      <Icon path={backIcon} turns />
      {label}
    </button>
  );
}
