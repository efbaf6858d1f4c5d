import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { Icon } from '../../shared/icon.tsx';
import { peopleIcon } from '../../shared/icons.ts';

/** The way to the tickets of an event with a waiting room, for who has not been let in. A plain link: it works without a script. */
export function RoomCard({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, isInPage } = checkout;
  const query = new URLSearchParams({ lang: data.language, ...(isInPage && { page: 'event' }) });
  return (
    <section class="state waiting-room" aria-labelledby="state">
      <Icon path={peopleIcon} />
      <div>
        <h2 id="state">{texts.room.title}</h2>
        <p>{texts.room.text}</p>
        <p>
          <a class="main" href={`${data.path}/room?${query.toString()}`}>
            {texts.room.go}
          </a>
        </p>
      </div>
    </section>
  );
}
