const text = document.getElementById('waiting-text');
const links = document.getElementById('waiting-links');
const room = document.getElementById('room');
const hold = document.querySelector('#choose .main');
let waiting = new AbortController();

document.getElementById('stop-waiting').addEventListener('click', () => {
  waiting.abort(
    new Error('You stopped waiting. You keep your place in line for now: hold your tickets to continue.'),
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
    'Many people want these tickets, so we let people in one after another. Keep this page open: we hold your tickets as soon as it’s your turn.';
  room.href = roomUrl;
  // Said once: a screen reader would read it out at every try.
  if (!links.hidden) return;
  text.textContent = words;
  links.hidden = false;
  // There is nothing to press for now: the focus goes to the link.
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
