import type { VNode } from 'preact';
import { mailtoLink } from '../../../../values/mailto.ts';
import { Picture } from '../../../shared/picture.tsx';
import type { ReceiptEvent } from '../contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Fact } from './fact.tsx';

// A column on a desk, the whole width on a phone.
const POSTER_SIZES = '(min-width: 56rem) 22rem, 100vw';

/** The order's event. */
export function EventPanel(props: {
  event: ReceiptEvent;
  /** Of a mail to the host. */
  subject: string;
  texts: Texts['event'];
}): VNode {
  const { event, subject, texts } = props;
  const { poster, hostMessage } = event;
  return (
    <section class="panel event" aria-labelledby="event">
      {poster && (
        <Picture
          of={poster.shown}
          sizes={POSTER_SIZES}
          alt=""
          loading="lazy"
          width={poster.widthPx}
          height={poster.heightPx}
        />
      )}
      <h2 id="event" dir="auto">
        {event.name}
      </h2>
      <dl>
        <Fact name={texts.when}>
          {event.date}
          <br />
          {event.times}
        </Fact>
        <Fact name={texts.where}>
          <Place event={event} texts={texts} />
        </Fact>
        <Fact name={texts.host}>
          <bdi>{event.hostName}</bdi>
        </Fact>
        {event.contactEmail !== null && (
          <Fact name={texts.ask}>
            <a dir="ltr" href={mailtoLink(event.contactEmail, subject)}>
              {event.contactEmail}
            </a>
          </Fact>
        )}
      </dl>
      {hostMessage !== null && (
        <div class="message">
          <h3>{texts.message(event.hostName)}</h3>
          <p dir="auto">{hostMessage}</p>
        </div>
      )}
    </section>
  );
}

function Place({ event, texts }: { event: ReceiptEvent; texts: Texts['event'] }): VNode {
  return (
    <>
      {event.place.map((line, index) => (
        <>
          {index > 0 && <br />}
          <bdi>{line}</bdi>
        </>
      ))}
      {event.isPlaceHidden && (
        <>
          <br />
          <span class="soft">{texts.hiddenPlace}</span>
        </>
      )}
      {event.mapUrl !== null && (
        <>
          <br />
          <a href={event.mapUrl} target="_blank" rel="noopener noreferrer">
            {texts.map}
          </a>
        </>
      )}
      {event.directions !== null && <p class="directions">{event.directions}</p>}
    </>
  );
}
