import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { outIcon, returnIcon } from '../../shared/icons.ts';
import type { Scanner } from '../scanner.ts';

/** In or out, as wide as the screen: a guest who is scanned the wrong way is told nonsense. Where nobody goes out there is nothing to mix up. */
export function ModeBanner({ scanner }: { scanner: Scanner }): VNode | null {
  if (!scanner.pairing.value?.about.rules.allowsReentry) return null;
  const direction = scanner.direction.value;
  return (
    <p class="mode" role="status" data-direction={direction}>
      <Icon path={direction === 'exit' ? outIcon : returnIcon} />
      {scanner.texts.actions.direction[direction]}
    </p>
  );
}
