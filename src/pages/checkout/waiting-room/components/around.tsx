import type { VNode } from 'preact';
import type { View } from '../line.ts';
import type { RoomProps } from '../room-page.tsx';

const IN_LINE: View[] = ['confirm', 'line_up', 'waiting'];

/** The way out, which is asked about before it is gone. */
export function Leave({ texts, shown }: RoomProps): VNode {
  const { ask, sure, yes, no } = texts.leave;
  return (
    <div class="leave needs-script" data-view={IN_LINE.join(' ')} hidden={!IN_LINE.includes(shown.view)}>
      <button type="button" class="plain" data-act="ask_leave">
        {ask}
      </button>
      <div class="leave-sure" role="group" aria-labelledby="leave-sure" hidden>
        <p id="leave-sure">{sure}</p>
        <button type="button" class="second" data-act="stay">
          {no}
        </button>
        <button type="button" class="second" data-act="leave">
          {yes}
        </button>
      </div>
    </div>
  );
}

export function Next({ page, texts, shown }: RoomProps): VNode {
  const { title, draw, enter, turn, keep } = texts.next;
  const isDrawn = page.state.phase !== 'line_up';
  return (
    <section class="next" aria-labelledby="next">
      <h2 id="next">{title}</h2>
      <ol>
        {!isDrawn && <li data-view={WITH_DRAW}>{draw}</li>}
        <li>{enter}</li>
        <li>{turn}</li>
      </ol>
      <p class="soft">{keep}</p>
      {shown.view !== 'finding' && (
        <noscript>
          <p class="soft">{texts.noScript.wait}</p>
        </noscript>
      )}
    </section>
  );
}

// Once it is drawn nobody waits for it.
const WITH_DRAW: string = (['finding', 'email', 'confirm', 'line_up', 'left', 'full'] satisfies View[]).join(
  ' ',
);
