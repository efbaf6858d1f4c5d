import { describeLine, tellChange, type Line, type Shown } from './line.ts';
import { lineOf, serverNowMs, type Room } from './room.ts';
import { entryIdIn, queryWith } from './saved-place.ts';
import { setHidden, setText, showLine, type TurnKind } from './show-line.ts';
import { ticketsAddress } from './tickets-address.ts';
import type { Texts as Words } from './texts/script/texts.ts';

/** The page around what is known of the line. */
export type RoomPage = {
  readonly root: HTMLElement;
  readonly words: Words;
  readonly room: Room;
  /** The state shown last. */
  shown: Line | null;
};

/** Shows how it stands, and says aloud what of it is new. */
export function showRoom(page: RoomPage): void {
  const { root, room, words } = page;
  showTrouble(page);
  const line = lineOf(room);
  if (!line) return;
  const writing = { words, ...room.data };
  const shown = describeLine(line, writing, serverNowMs(room));
  showLine(root, shown, turnKind(page));
  keepInAddress(room);
  const change = tellChange(page.shown, line, writing, shown);
  if (change !== null) tell(change);
  page.shown = line;
  showTitle(page, shown);
  if (shown.view === 'turn') enter(page);
}

/** A buyer who comes from the checkout with this very turn was sent back: the page does not go there by itself again. */
function turnKind({ room }: RoomPage): TurnKind {
  if (room.device !== null) return 'elsewhere';
  const used = new URLSearchParams(location.search).get('admission');
  return used !== null && entryIdIn(used) === room.place.id ? 'used' : 'go';
}

/** To the tickets, once the buyer looks: until then the title of the tab calls. */
function enter(page: RoomPage): void {
  const address = ticketsAddress(page.room, location.search);
  const link = page.root.querySelector<HTMLAnchorElement>('a[data-go]');
  if (link && link.getAttribute('href') !== address) link.href = address;
  if (turnKind(page) === 'go' && !document.hidden) location.replace(address);
}

function showTitle({ words: { titles }, room }: RoomPage, { view, figure }: Shown): void {
  const { eventName } = room.data;
  const said = view === 'turn' ? titles.turn : view === 'waiting' ? titles.waiting(figure) : null;
  const title = said === null ? eventName : `${said} · ${eventName}`;
  if (document.title !== title) document.title = title;
}

function showTrouble({ room: { trouble }, words }: RoomPage): void {
  const message = document.getElementById('trouble');
  const wasThere = message?.hidden === false;
  setHidden(message, trouble === null);
  if (trouble === null) {
    if (wasThere) tell(words.aloud.back);
    return;
  }
  setText(message?.querySelector('p') ?? null, words.trouble[trouble]);
  if (!wasThere) tell(words.trouble[trouble]);
}

/** Tells what is wrong with the address, at its field. */
export function showProblem({ root, room: { problem }, words }: RoomPage): void {
  const input = root.querySelector<HTMLInputElement>('input[name=email]');
  if (!input) return;
  setText(document.getElementById('email-about'), problem === null ? '' : words.problems[problem]);
  input.setAttribute('aria-invalid', String(problem !== null));
  if (problem !== null) input.focus();
}

const tell = (sentence: string): void => setText(document.getElementById('told'), sentence);

/** A frame of another site may have no storage: there the address has the place. */
function keepInAddress({ place }: Room): void {
  const query = queryWith(location.search, place.token);
  if (query === location.search) return;
  try {
    history.replaceState(history.state, '', location.pathname + query);
  } catch {
    // A sandboxed frame may forbid it.
  }
}
