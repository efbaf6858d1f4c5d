import type { VNode } from 'preact';
import { mailtoLink } from '../../../values/mailto.ts';
import { Document } from '../../shared/document.tsx';
import { formatMoment } from '../../shared/format-moment.ts';
import { Icon } from '../../shared/icon.tsx';
import { letterIcon } from '../../shared/icons.ts';
import { Picture } from '../../shared/picture.tsx';
import type { EventCard, StorefrontHost } from './contract.ts';
import { priceOf } from './event-words.ts';
import { initialOf } from './initial-of.ts';
import { PageLayout } from './page-layout.tsx';
import { ShareTags } from './share-tags.tsx';
import { textsIn as storefrontTextsIn } from './texts/texts.ts';
import type { Texts } from './texts/texts.ts';

const POSTER_WIDTH = 480;

/** The host's upcoming and past events. */
export function HostPage(page: StorefrontHost): VNode {
  const { language, name, address, upcoming, past, nextAfter, contactEmail, isFirstPage } = page;
  const texts = storefrontTextsIn(language);
  const shared = upcoming.find(({ poster }) => poster !== null)?.poster?.shared;
  return (
    <Document
      title={`${name} · ${texts.events}`}
      language={language}
      head={
        <ShareTags
          title={name}
          description={texts.hostDescription(name)}
          address={address}
          siteName={name}
          language={language}
          image={shared ? { ...shared, alt: name } : null}
        />
      }
    >
      <PageLayout language={language} hostName={name} hostAddress={null}>
        <main class="host-page">
          <div class="host-top">
            <h1 dir="auto">{name}</h1>
            {contactEmail !== null && (
              <a class="second" href={mailtoLink(contactEmail, name)}>
                <Icon path={letterIcon} />
                {texts.ask}
              </a>
            )}
          </div>
          {upcoming.length === 0 ? (
            <section class="nothing">
              <h2>{texts.emptyTitle}</h2>
              <p class="soft">{texts.empty(name)}</p>
            </section>
          ) : (
            <section aria-labelledby="upcoming">
              <h2 id="upcoming">{texts.upcoming}</h2>
              <ul class="cards">
                {upcoming.map((event, index) => (
                  <Card key={event.address} event={event} texts={texts} isFirst={index < 2} />
                ))}
              </ul>
            </section>
          )}
          {(nextAfter !== null || !isFirstPage) && (
            <nav class="pages" aria-label={texts.events}>
              {!isFirstPage && (
                <a class="second" href={`?lang=${language}`}>
                  {texts.first}
                </a>
              )}
              {nextAfter !== null && (
                <a class="second" rel="next" href={`?lang=${language}&after=${nextAfter}`}>
                  {texts.more}
                </a>
              )}
            </nav>
          )}
          {past.length > 0 && (
            <section aria-labelledby="past">
              <h2 id="past">{texts.past}</h2>
              <ul class="past">
                {past.map((event) => (
                  <li key={event.address}>
                    <a dir="auto" href={event.address}>
                      {event.name}
                    </a>
                    <span class="soft">{dateOf(event)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </main>
      </PageLayout>
    </Document>
  );
}

const dateOf = ({ startsAt, locale, timezone }: EventCard): string =>
  formatMoment(startsAt, { locale, timezone }).date;

function Card({ event, texts, isFirst }: { event: EventCard; texts: Texts; isFirst: boolean }): VNode {
  const { poster, startsAt } = event;
  const price = priceOf(event, texts);
  return (
    <li class="card">
      {poster === null ? (
        <span class="card-picture" aria-hidden="true">
          {initialOf(event.name)}
        </span>
      ) : (
        <Picture
          of={poster.shown}
          class="card-picture"
          // The widest that a card gets before there is room for another one beside it.
          sizes="(min-width: 40rem) 22rem, calc(100vw - 2rem)"
          alt=""
          loading={isFirst ? undefined : 'lazy'}
          width={POSTER_WIDTH}
          height={Math.round(POSTER_WIDTH / poster.ratio)}
        />
      )}
      <div class="card-words">
        <p class="card-date">
          <time dateTime={startsAt}>{dateOf(event)}</time>
        </p>
        <h3 dir="auto">
          <a href={event.address}>{event.name}</a>
        </h3>
        <p class="soft" dir="auto">
          {event.place}
        </p>
        <p class="card-price">{event.isComingSoon ? texts.badges.coming_soon : price}</p>
      </div>
    </li>
  );
}
