import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { peopleIcon } from '../../shared/icons.ts';
import type { StorefrontEvent } from './contract.ts';
import type { Texts } from './texts/texts.ts';

/** The way to the tickets of an event with a waiting room, for people who have not been let in. It needs no script. */
export function RoomCard({ page, texts }: { page: StorefrontEvent; texts: Texts }): VNode | null {
  const { event, path, language } = page.checkout;
  const { title, text, go } = texts.room;
  // To line up for what is over helps nobody.
  if (event.state !== 'on_sale' && event.state !== 'coming_soon') return null;
  return (
    <div class="room-card">
      <Icon path={peopleIcon} />
      <h2>{title}</h2>
      <p>{text}</p>
      <a class="main" href={`${path}/room?lang=${language}&page=event`}>
        {go}
      </a>
    </div>
  );
}
