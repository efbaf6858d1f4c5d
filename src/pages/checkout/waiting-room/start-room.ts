import { addressIn } from '../../shared/address-in.ts';
import { closeLanguages } from '../../shared/close-languages.ts';
import { CallFailed } from '../../shared/call-server.ts';
import type { RoomData } from './contract.ts';
import { viewOf } from './line.ts';
import { pauseMs } from './poll.ts';
import { askRound, join, leave, serverNowMs, startAnew, type Room } from './room.ts';
import { asksAboutSlip, emailField, showSlip, takeMeant } from './email-slip.ts';
import { findPlace } from './saved-place.ts';
import { setHidden } from './show-line.ts';
import { showProblem, showRoom, type RoomPage } from './show-room.ts';
import { ticketsAddress } from './tickets-address.ts';
import type { Texts as Words } from './texts/script/texts.ts';

// Asked sooner than this, the answer would be the same.
const MIN_PAUSE_MS = 2_000;
const TICK_MS = 1_000;

/** Each language has a script of its own that calls this: nobody loads the words of another. */
export function startRoom(words: Words): void {
  const root = document.getElementById('room');
  const json = document.getElementById('page-data')?.textContent;
  if (!root || !json) return;
  const query = new URLSearchParams(location.search);
  const room = createRoom(JSON.parse(json) as RoomData, query.get('device'));
  const page: RoomPage = { root, words, room, shown: null };
  const askNow = keepAsking(page);
  listen(page, askNow);
  closeLanguages();
  setInterval(() => showRoom(page), TICK_MS);
}

const createRoom = (data: RoomData, device: string | null): Room => {
  const storage = (): Storage => localStorage;
  return {
    data,
    device,
    storage,
    place: findPlace(storage, data.slug, location.search),
    state: null,
    own: null,
    askedAtMs: 0,
    problem: null,
    hasLeft: false,
    isChangingEmail: false,
    trouble: null,
    failures: 0,
    heardAtMs: 0,
    skewMs: 0,
  };
};

/** Asks, shows, and asks again after a while, for as long as there is a room. Returns what asks at once. */
function keepAsking(page: RoomPage): () => void {
  const { room } = page;
  let waiting: ReturnType<typeof setTimeout>;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(waiting);
    const hasRoom = await askRound(room);
    isAsking = false;
    if (!hasRoom) {
      location.replace(ticketsAddress(room, location.search));
      return;
    }
    showRoom(page);
    const { state, failures } = room;
    const times = { nowMs: serverNowMs(room), failures, random: Math.random() };
    waiting = setTimeout(() => void ask(), pauseMs(state, times));
  };
  void ask();
  return () => void ask();
}

function listen(page: RoomPage, askNow: () => void): void {
  const { root, room } = page;
  // A phone that slept has asked nothing meanwhile.
  const wakeUp = (): void => {
    if (document.hidden) return;
    showRoom(page);
    if (Date.now() - room.heardAtMs >= MIN_PAUSE_MS) askNow();
  };
  document.addEventListener('visibilitychange', wakeUp);
  addEventListener('online', wakeUp);
  root.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const field = emailField(root);
    // An address that looks like a slip is asked about, once.
    if (!field || asksAboutSlip(page, field)) return;
    void act(page, () => join(room, field.value.trim()));
  });
  emailField(root)?.addEventListener('change', ({ currentTarget }) =>
    showSlip(page, currentTarget as HTMLInputElement),
  );
  // In another language the place is the same.
  document.querySelector('.languages')?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) target.href = addressIn(target.hreflang, location.search);
  });
  for (const button of root.querySelectorAll<HTMLElement>('[data-act]')) {
    button.addEventListener('click', () => press(page, button.dataset['act'] ?? '', askNow));
  }
}

function press(page: RoomPage, what: string, askNow: () => void): void {
  const { room } = page;
  askWhetherToLeave(page, what === 'ask_leave');
  if (what === 'leave') void act(page, () => leave(room));
  if (what === 'again') startAnew(room);
  if (what === 'change_email') changeEmail(page);
  if (what === 'take_meant') takeMeant(page);
  if (what === 'retry') room.problem = null;
  if (what === 'again' || what === 'retry') askNow();
}

function changeEmail(page: RoomPage): void {
  const { room, root } = page;
  room.isChangingEmail = true;
  showRoom(page);
  const field = emailField(root);
  if (!field) return;
  field.value = room.place.email ?? '';
  field.focus();
}

/** Asked before it is done: the place is gone then. */
function askWhetherToLeave({ root }: RoomPage, isAsked: boolean): void {
  const sure = root.querySelector<HTMLElement>('.leave-sure');
  const ask = root.querySelector<HTMLElement>('[data-act=ask_leave]');
  if (!sure || sure.hidden !== isAsked) return;
  setHidden(sure, !isAsked);
  setHidden(ask, isAsked);
  (isAsked ? sure.querySelector<HTMLElement>('[data-act=stay]') : ask)?.focus();
}

/** Does what the buyer asked for, then shows the result. */
async function act(page: RoomPage, work: () => Promise<void>): Promise<void> {
  const { room } = page;
  try {
    await work();
    room.trouble = null;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    room.trouble = error.reason === 'offline' ? 'offline' : 'slow';
  }
  const before = page.shown && viewOf(page.shown);
  showRoom(page);
  showProblem(page);
  // The pressed button may be gone with its view.
  if (page.shown && viewOf(page.shown) !== before)
    page.root.querySelector<HTMLElement>('section:not([hidden]) > h2')?.focus();
}
