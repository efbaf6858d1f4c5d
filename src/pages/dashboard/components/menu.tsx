import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { moreIcon } from '../../shared/icons.ts';
import { Popover } from './popover.tsx';

export type MenuItem = {
  label: ComponentChildren;
  icon?: string;
  /** It destroys something. */
  isDangerous?: boolean;
} & ({ href: string } | { onPress: () => void });

/** The actions for one thing, behind three dots. */
export function Menu({ id, label, items }: { id: string; label: string; items: readonly MenuItem[] }): VNode {
  return (
    <Popover id={id} class="menu" label={label} button={<Icon path={moreIcon} />}>
      <ul class="menu-list">
        {items.map((item, at) => (
          <li key={at} class={item.isDangerous ? 'dangerous' : undefined}>
            {'href' in item ? (
              <a href={item.href}>
                {item.icon && <Icon path={item.icon} />}
                {item.label}
              </a>
            ) : (
              <button type="button" onClick={item.onPress}>
                {item.icon && <Icon path={item.icon} />}
                {item.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
