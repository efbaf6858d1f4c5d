import type { VNode } from 'preact';
import { commaOf } from '../../../values/comma.ts';
import { accentStyle } from '../../shared/accent-style.ts';
import { AskHost } from '../../shared/ask-host.tsx';
import { DataForScript, Document } from '../../shared/document.tsx';
import { formatMoment } from '../../shared/format-moment.ts';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, checkIcon } from '../../shared/icons.ts';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { Picture } from '../../shared/picture.tsx';
import type { RoomData, WaitingRoomPage } from './contract.ts';
import { describeLine, type Line, type Shown } from './line.ts';
import { Leave, Next } from './components/around.tsx';
import {
  Confirm,
  Expired,
  Finding,
  Full,
  GiveEmail,
  Left,
  LineUp,
  Turn,
  Waiting,
} from './components/views.tsx';
import { textsIn as scriptTextsIn, type Texts as Words } from './texts/script/texts.ts';
import { textsIn as roomTextsIn, type Texts } from './texts/texts.ts';

// Only the poster's shape matters here: it keeps its place while it loads.
const POSTER_WIDTH = 320;
// Without a script the page loads itself again.
const REFRESH_SECONDS = 30;

/** Passed to every part of the page. */
export type RoomProps = { page: WaitingRoomPage; texts: Texts & { words: Words }; shown: Shown };

/**
 * The waiting room. All its views are in the page, filled in as far as anything is known, and the script shows one of them at a time.
 * For who has no script the server does, and the page loads itself again.
 */
export function RoomPage(page: WaitingRoomPage): VNode {
  const { language, state, entry, problem, locale, timezone } = page;
  const texts = { ...roomTextsIn(language), words: scriptTextsIn(language) };
  const line: Line = {
    state,
    own: entry,
    problem,
    hasLeft: false,
    email: null,
    isChangingEmail: false,
    from: 0,
  };
  const described = describeLine(line, { words: texts.words, locale, timezone }, Date.parse(state.now));
  // Whether somebody is in line, only the script knows.
  const shown = entry === null && problem === null ? { ...described, view: 'finding' as const } : described;
  const props = { page, texts, shown };
  return (
    <Document
      title={page.eventName}
      language={language}
      theme={page.theme}
      ownStyle={accentStyle(page.accents)}
      head={
        entry && (
          <noscript>
            <meta http-equiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        )
      }
    >
      <div class="page-languages">
        <LanguageSwitch language={language} query={page.query} />
      </div>
      <div class="room">
        <EventLine page={page} texts={texts} />
        <main id="room">
          <div class="card">
            <p class="eyebrow">{texts.room}</p>
            <Notes {...props} />
            <Finding {...props} />
            <GiveEmail {...props} />
            <Confirm {...props} />
            <LineUp {...props} />
            <Waiting {...props} />
            <Turn {...props} />
            <Expired {...props} />
            <Left {...props} />
            <Full {...props} />
            <Leave {...props} />
          </div>
          <Next {...props} />
        </main>
        <footer>
          <p class="fair">
            <Icon path={checkIcon} />
            <span>
              {texts.fair} <a href={`${page.path}/fairness${page.query}`}>{texts.howFair}</a>
            </span>
          </p>
          <AskHost host={page.ask} language={language} />
        </footer>
      </div>
      <p id="told" class="aloud" role="status" aria-live="polite" />
      <DataForScript id="page-data" data={dataOf(page)} />
    </Document>
  );
}

const dataOf = ({
  slug,
  path,
  locale,
  timezone,
  eventName,
  checkoutPath,
  eventAddress,
}: WaitingRoomPage): RoomData => ({ slug, path, locale, timezone, eventName, checkoutPath, eventAddress });

/** The event that people line up for. */
function EventLine({ page, texts }: Omit<RoomProps, 'shown'>): VNode {
  const { poster, eventName, startsAt, hostName } = page;
  const { date, time } = formatMoment(startsAt, page);
  return (
    <header class={`event${poster ? ' with-poster' : ''}`}>
      {poster && (
        <Picture
          of={poster}
          class="poster"
          sizes="4.5rem"
          alt=""
          width={POSTER_WIDTH}
          height={Math.round(POSTER_WIDTH / poster.ratio)}
        />
      )}
      <div>
        <h1 dir="auto">{eventName}</h1>
        <p class="soft">
          <time dateTime={startsAt}>
            {date}
            {commaOf(page.locale)}
            {time}
          </time>
        </p>
        <p class="soft" dir="auto">
          {texts.hostedBy(hostName)}
        </p>
      </div>
    </header>
  );
}

/** The trouble: no connection, or a paused line. */
function Notes({ texts, shown }: RoomProps): VNode {
  return (
    <>
      <div id="trouble" class="message warn" hidden>
        <Icon path={alertIcon} />
        <p />
      </div>
      <div class="message warn" data-paused hidden={!shown.isPaused}>
        <Icon path={alertIcon} />
        <p>{texts.paused}</p>
      </div>
    </>
  );
}
