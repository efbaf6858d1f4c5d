import type { VNode } from 'preact';
import { commaOf } from '../../../values/comma.ts';
import { formatMoment } from '../../shared/format-moment.ts';
import { Icon } from '../../shared/icon.tsx';
import { calendarIcon, placeIcon, tagIcon } from '../../shared/icons.ts';
import { ShareLinks } from '../../shared/share-links.tsx';
import { Picture } from '../../shared/picture.tsx';
import type { StorefrontEvent } from './contract.ts';
import { eventPriceOf, isFree, whenOf } from './event-words.ts';
import type { Texts } from './texts/texts.ts';

// Only the poster's shape matters here: it keeps its place while it loads.
const POSTER_WIDTH = 800;

/** As in event-hero.css: no wider than its height allows, so a phone loads no larger one than it shows. */
const posterSizes = (ratio: number): string =>
  `(min-width: 48rem) 24rem, min(100vw - 2rem, ${(62 * ratio).toFixed(1)}svh, ${(34 * ratio).toFixed(1)}rem)`;

/** The poster, and what decides whether to come: when, where, for how much. */
export function Hero({ page, texts }: { page: StorefrontEvent; texts: Texts }): VNode {
  const { event, checkout, poster } = page;
  const { state, place, hostName } = checkout.event;
  const { date, time, end, doors } = whenOf(page, texts);
  const price = eventPriceOf(page, texts);
  const size = { width: POSTER_WIDTH, height: Math.round(POSTER_WIDTH / (poster?.ratio ?? 1)) };
  const isOver = state === 'ended' || state === 'cancelled';
  return (
    <section class={`hero${poster ? ' with-picture' : ''}`}>
      {poster && (
        <>
          {/* Out of focus, so the smallest will do. */}
          <Picture of={poster.shown} class="hero-glow" sizes="10rem" alt="" fetchpriority="low" {...size} />
          {/* Its room is kept. On a slow line it must not hold up the script, which is what buying waits for. */}
          <Picture of={poster.shown} class="hero-poster" sizes={posterSizes(poster.ratio)} alt="" {...size} />
        </>
      )}
      <div class="hero-words">
        {texts.badges[state] !== '' && <p class={`badge ${state}`}>{texts.badges[state]}</p>}
        <h1 dir="auto">{event.name}</h1>
        <p class="hero-by" dir="auto">
          {texts.by(hostName)}
        </p>
        <ul class="hero-facts">
          <li>
            <Icon path={calendarIcon} />
            <span>
              <time dateTime={event.date}>
                <strong>{date}</strong>
                {commaOf(checkout.locale)}
                {time}
              </time>{' '}
              <span class="hero-end">{end}</span>
              {doors !== null && <span class="hero-doors">{doors}</span>}
              {page.movedFrom !== null && (
                <span class="hero-moved">
                  {texts.movedFrom(
                    formatMoment(page.movedFrom, { locale: checkout.locale, timezone: event.timezone }).date,
                  )}
                </span>
              )}
              <span class="hero-elsewhere" hidden />
            </span>
          </li>
          <li>
            <Icon path={placeIcon} />
            <span dir="auto">{place.join(commaOf(checkout.locale))}</span>
          </li>
          {price !== null && !isOver && (
            <li>
              <Icon path={tagIcon} />
              <strong>{price}</strong>
            </li>
          )}
        </ul>
        {event.previewDescription !== '' && (
          <p class="hero-preview" dir="auto">
            {event.previewDescription}
          </p>
        )}
        {checkout.previewToken === null && <Share page={page} texts={texts} isOver={isOver} />}
      </div>
      {!isOver && state !== 'sale_ended' && checkout.tickets.length > 0 && (
        <div class="buy-bar">
          {price !== null && <strong class="buy-price">{price}</strong>}
          <a class="main" href="#tickets">
            {state !== 'on_sale' ? texts.seeTickets : isFree(checkout) ? texts.getFree : texts.getTickets}
          </a>
        </div>
      )}
    </section>
  );
}

function Share({ page, texts, isOver }: { page: StorefrontEvent; texts: Texts; isOver: boolean }): VNode {
  const { event, address, checkout } = page;
  const { date } = whenOf(page, texts);
  return (
    <p class="hero-share">
      <ShareLinks name={event.name} date={date} address={address} class="second" texts={texts} />
      {!isOver && (
        <a
          class="second"
          href={`${new URL(address).pathname}/calendar.ics?lang=${checkout.language}`}
          download
        >
          <Icon path={calendarIcon} />
          {texts.calendar}
        </a>
      )}
    </p>
  );
}
