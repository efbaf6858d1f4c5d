import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';

export function BackButton({ label, onPress }: { label: string; onPress: () => void }): VNode {
  return (
    <button type="button" class="plain back" onClick={onPress}>
      <Icon name="back" />
      {label}
    </button>
  );
}
