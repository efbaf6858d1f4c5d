import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { downIcon } from '../../shared/icons.ts';
import { formatTimes } from '../format-times.ts';
import type { Scanner } from '../scanner.ts';

/** The phone's name, and whether its list and network can be relied on. */
export function StatusStrip({ scanner }: { scanner: Scanner }): VNode | null {
  const pairing = scanner.pairing.value;
  if (!pairing) return null;
  const { event, door, device } = pairing.about;
  const texts = scanner.texts.status;
  const { clock } = formatTimes(scanner.language, event.timezone);
  const { isOnline, sinceMs } = scanner.contact.value;
  const waiting = scanner.waiting.value;
  const others = scanner.others.value.length;
  const conflicts = scanner.recent.value.filter(({ conflict, isUndone }) => conflict && !isUndone).length;
  return (
    <header class="status" data-online={isOnline}>
      <h1>
        <button class="event" type="button" onClick={() => (scanner.sheet.value = 'events')}>
          <span dir="auto">{event.name}</span>
          {others > 0 && <span class="more">{texts.more(others)}</span>}
          <Icon path={downIcon} />
        </button>
      </h1>
      <p class="who">{texts.who({ door: door.name, device: device.name })}</p>
      <p class="facts" role="status">
        <span class="contact">
          {isOnline ? texts.online : texts.offline(clock(scanner.serverTimeOf(sinceMs)))}
        </span>{' '}
        <span>
          {pairing.asOf ? texts.list(clock(pairing.asOf)) : isOnline ? texts.loading : texts.noList}
        </span>{' '}
        <span class={waiting > 0 ? 'waiting' : ''}>
          {waiting > 0 ? texts.waiting(waiting) : texts.allSent}
        </span>
        {conflicts > 0 && <span class="conflicts"> {texts.conflicts(conflicts)}</span>}
      </p>
    </header>
  );
}
