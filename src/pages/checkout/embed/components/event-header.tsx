import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { commaOf } from '../../../../values/comma.ts';
import type { Checkout } from '../checkout-state.ts';
import { formatMoment, momentElsewhere } from '../../../shared/format-moment.ts';
import { Icon } from '../../../shared/icon.tsx';
import { Picture } from '../../../shared/picture.tsx';
import { calendarIcon, placeIcon } from '../../../shared/icons.ts';

// Only the poster's shape matters here: it keeps its place while it loads.
const POSTER_WIDTH = 640;
// As in event-header.css.
const POSTER_SIZES = '(min-width: 48rem) 11rem, 5.5rem';

export function EventHeader({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, step, isSeated, isOpen } = checkout;
  const { event, locale } = data;
  const { date, time } = formatMoment(event.startsAt, { locale, timezone: event.timezone });
  const buyersTime = useSignal<string | null>(null);
  // The server doesn't know the buyer's clock, so this line comes after the first paint.
  useEffect(() => {
    buyersTime.value = momentElsewhere(event.startsAt, { locale, timezone: event.timezone });
  }, []);
  // A map needs the room.
  const isOpening = step.value === 'choose' && !(isSeated && isOpen.value);
  return (
    <header class={`event${isOpening ? '' : ' small'}${event.posterUrl === null ? '' : ' with-poster'}`}>
      {event.posterUrl !== null && (
        <Picture
          of={{ url: event.posterUrl, srcset: event.posterSrcset }}
          sizes={POSTER_SIZES}
          class="poster"
          alt=""
          width={POSTER_WIDTH}
          height={Math.round(POSTER_WIDTH / (event.posterAspectRatio ?? 1))}
        />
      )}
      <h1 dir="auto">{event.name}</h1>
      <p class="fact">
        <Icon path={calendarIcon} />
        <span>
          <time dateTime={event.startsAt}>
            {date} <span class="time">{isOpening ? event.hours : time}</span>
          </time>
          {buyersTime.value !== null && <span class="soft line">{texts.yourTime(buyersTime.value)}</span>}
        </span>
      </p>
      {(isOpening || step.value === 'choose') && event.place.length > 0 && (
        <p class="fact place">
          <Icon path={placeIcon} />
          <a dir="auto" href={event.mapUrl as string} target="_blank" rel="noreferrer">
            {event.place.join(commaOf(locale))}
          </a>
        </p>
      )}
      {isOpening && <p class="host">{texts.hostedBy(event.hostName)}</p>}
      {isOpening && event.previewDescription !== '' && (
        <p class="preview" dir="auto">
          {event.previewDescription}
        </p>
      )}
    </header>
  );
}
