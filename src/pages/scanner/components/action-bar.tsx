import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import {
  chartIcon,
  gearIcon,
  keyboardIcon,
  listIcon,
  searchIcon,
  switchIcon,
  torchIcon,
} from '../../shared/icons.ts';
import type { Running } from '../running.ts';
import type { Sheet } from '../scanner.ts';

/** Everything that is pressed, where a thumb reaches it. */
export function ActionBar({ running }: { running: Running }): VNode {
  const { scanner, camera } = running;
  const { actions } = scanner.texts;
  const about = scanner.pairing.value?.about;
  const isTorchOn = camera.isTorchOn.value;
  const direction = scanner.direction.value;
  const open = (sheet: Sheet) => (): void => {
    scanner.sheet.value = sheet;
  };
  return (
    <nav class="actions" aria-label={scanner.texts.title}>
      {about?.rules.allowsReentry && (
        <Action
          icon={switchIcon}
          label={actions.direction[direction]}
          kind={direction === 'exit' ? 'strong' : ''}
          onPress={() => (scanner.direction.value = direction === 'entry' ? 'exit' : 'entry')}
        />
      )}
      <Action icon={keyboardIcon} label={actions.code} onPress={open('code')} />
      {about?.device.maySearch && (
        <Action icon={searchIcon} label={actions.search} onPress={open('search')} />
      )}
      {isTorchOn !== null && (
        <Action
          icon={torchIcon}
          label={isTorchOn ? actions.lightOff : actions.light}
          onPress={() => void camera.switchTorch()}
        />
      )}
      <Action icon={listIcon} label={actions.recent} onPress={open('recent')} />
      <Action icon={chartIcon} label={actions.counts} onPress={open('counts')} />
      <Action icon={gearIcon} label={actions.settings} onPress={open('settings')} />
    </nav>
  );
}

function Action({
  icon,
  label,
  kind = '',
  onPress,
}: {
  icon: string;
  label: string;
  kind?: string;
  onPress: () => void;
}): VNode {
  return (
    <button class={`action ${kind}`} type="button" onClick={onPress}>
      <Icon path={icon} />
      {label}
    </button>
  );
}
