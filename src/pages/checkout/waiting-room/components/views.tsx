import type { ComponentChildren, VNode } from 'preact';
import { momentOf, TILES, type Shown, type View } from '../line.ts';
import type { RoomProps } from '../room-page.tsx';
import { ticketsAddress } from '../tickets-address.ts';

/** One of the page's views. The script shows it when it is its turn, and fills in what it names. */
function Part({
  view,
  shown,
  title,
  children,
}: {
  view: View;
  shown: Shown;
  title: string;
  children: ComponentChildren;
}): VNode {
  const id = `view-${view}`;
  return (
    <section class={`view ${view}`} data-view={view} aria-labelledby={id} hidden={shown.view !== view}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Text that the script brings up to date. */
function Fill({
  name,
  shown,
  class: kind,
}: {
  name: Exclude<keyof Shown, 'view' | 'isPaused' | 'laid'>;
  shown: Shown;
  class?: string;
}): VNode {
  return (
    <p class={kind} data-fill={name}>
      {shown[name]}
    </p>
  );
}

/** Before the script knows who this is; without one, the way into the line. */
export function Finding(props: RoomProps): VNode {
  const { texts, shown, page } = props;
  return (
    <section class="view finding" data-view="finding" hidden={shown.view !== 'finding'}>
      <div class="needs-script">
        <h2>{texts.finding.title}</h2>
        <p class="soft">
          <span class="spinner" /> {texts.finding.text}
        </p>
      </div>
      <noscript>
        <h2>{texts.email.title}</h2>
        <p class="soft">{texts.noScript.join}</p>
        {page.state.asksEmail && <p class="soft">{texts.email.text}</p>}
        <JoinForm {...props} id="plain-email" hasField={page.state.asksEmail} />
      </noscript>
    </section>
  );
}

export function GiveEmail(props: RoomProps): VNode {
  const { texts, shown } = props;
  return (
    <Part view="email" shown={shown} title={texts.email.title}>
      <p class="soft">{texts.email.text}</p>
      <JoinForm {...props} id="email" hasField />
    </Part>
  );
}

/** Until the link that was mailed is used. */
export function Confirm({ texts, shown }: RoomProps): VNode {
  const { title, text, keep, again, change } = texts.confirm;
  return (
    <Part view="confirm" shown={shown} title={title}>
      <Fill name="sentTo" shown={shown} class="sent-to" />
      <p>{text}</p>
      <p class="soft">{keep}</p>
      <p class="soft">{again}</p>
      <Act act="change_email" kind="second">
        {change}
      </Act>
    </Part>
  );
}

/** A plain form, which works without a script too: the server then answers with the page of the place. */
function JoinForm({ page, texts, id, hasField }: RoomProps & { id: string; hasField: boolean }): VNode {
  const { problem } = page;
  return (
    <form method="post" action={`${page.path}/entries${page.query}`} noValidate>
      <input type="hidden" name="language" value={page.language} />
      {hasField && (
        <div class="field">
          <label for={id}>{texts.email.label}</label>
          <input
            id={id}
            type="email"
            name="email"
            autocomplete="email"
            maxLength={254}
            aria-describedby={`${id}-about`}
            aria-invalid={problem !== null}
          />
          <p class="error" id={`${id}-about`} role="alert">
            {problem !== null && texts.words.problems[problem]}
          </p>
          <div class="meant" role="status">
            <button type="button" class="plain" data-act="take_meant" hidden />
          </div>
        </div>
      )}
      <button type="submit" class="main">
        {texts.email.send}
      </button>
    </form>
  );
}

export function LineUp({ page, texts, shown }: RoomProps): VNode {
  return (
    <Part view="line_up" shown={shown} title={texts.lineUp.title}>
      <p class="figure" role="timer">
        <span data-fill="figure">{shown.figure}</span>
        <small>{texts.lineUp.until}</small>
      </p>
      <p>{texts.lineUp.text(momentOf(page.state.drawsAt, page))}</p>
      <Fill name="inLine" shown={shown} class="soft" />
    </Part>
  );
}

export function Waiting({ texts, shown }: RoomProps): VNode {
  return (
    <Part view="waiting" shown={shown} title={texts.waiting.title}>
      <p class="figure">
        <span data-fill="figure">{shown.figure}</span>
      </p>
      <div class="tiles" aria-hidden="true">
        {Array.from({ length: TILES }, (_, index) => (
          <i key={index} class={index < shown.laid ? 'laid' : ''} />
        ))}
      </div>
      <Fill name="estimate" shown={shown} class="estimate" />
      <Fill name="ahead" shown={shown} />
      <Fill name="drawn" shown={shown} class="soft" />
    </Part>
  );
}

export function Turn({ page, texts, shown }: RoomProps): VNode {
  return (
    <Part view="turn" shown={shown} title={texts.turn.title}>
      <p data-turn="go">{texts.turn.text}</p>
      <p data-turn="used" hidden>
        {texts.turn.used}
      </p>
      <p data-turn="elsewhere" hidden>
        {texts.turn.elsewhere}
      </p>
      <Fill name="until" shown={shown} class="soft" />
      <p data-turn="go used">
        <a class="main" data-go href={ticketsAddress({ data: page, own: page.entry }, page.query)}>
          {texts.turn.go}
        </a>
      </p>
    </Part>
  );
}

export function Expired({ texts, shown }: RoomProps): VNode {
  return (
    <Part view="expired" shown={shown} title={texts.expired.title}>
      <p>{texts.expired.text}</p>
      <Act act="again">{texts.again}</Act>
    </Part>
  );
}

export function Left({ texts, shown }: RoomProps): VNode {
  return (
    <Part view="left" shown={shown} title={texts.left.title}>
      <p>{texts.left.text}</p>
      <Act act="again">{texts.again}</Act>
    </Part>
  );
}

export function Full({ texts, shown }: RoomProps): VNode {
  return (
    <Part view="full" shown={shown} title={texts.full.title}>
      <p>{texts.full.text}</p>
      <Act act="retry">{texts.retry}</Act>
    </Part>
  );
}

/** For the script; without one it is not there. */
function Act({
  act,
  kind = 'main',
  children,
}: {
  act: string;
  kind?: 'main' | 'second';
  children: ComponentChildren;
}): VNode {
  return (
    <button type="button" class={`${kind} needs-script`} data-act={act}>
      {children}
    </button>
  );
}
