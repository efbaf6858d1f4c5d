const text = document.getElementById('waiting-text');
const links = document.getElementById('waiting-links');
const room = document.getElementById('room');
const hold = document.querySelector('#choose .main');
let waiting = new AbortController();

document.getElementById('stop-waiting').addEventListener('click', () => {
  waiting.abort(
    new Error('You wait no longer. Your place in line is kept for now: hold your tickets to go on.'),
  );
});

/** A signal that ends the wait when the buyer has had enough of it. */
export function stopWaiting() {
  waiting = new AbortController();
  return waiting.signal;
}

/**
 * The event has a waiting room, and it is not this buyer's turn. The client tries again by itself; the page only has to say so,
 * and to lead to Tessera's own page, which shows the place and asks for an e-mail address where the host wants one per person.
 */
export function showWaiting({ roomUrl }) {
  const words =
    'Many people want these tickets, so they are let in one after the other. Keep this page open: your tickets are held as soon as it is your turn.';
  room.href = roomUrl;
  // Said once: a screen reader would read it out at every try.
  if (!links.hidden) return;
  text.textContent = words;
  links.hidden = false;
  // There is nothing to press for now: who pressed it goes on with the link.
  hold.hidden = true;
  room.focus();
}

export function hideWaiting() {
  const hasFocus = links.contains(document.activeElement);
  text.textContent = '';
  links.hidden = true;
  hold.hidden = false;
  if (hasFocus) hold.focus();
}
