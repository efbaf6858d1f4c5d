import { showBackstage } from './backstage.js';
import { copyOf, dateOf, fill, showPoster } from './fill.js';
import { tessera } from './tessera.js';

const PAGE_SIZE = 12;
const TYPING_PAUSE_MS = 250;

const filters = document.querySelector('.filters');
const state = document.getElementById('state');
const list = document.getElementById('events');
const more = document.getElementById('more');
let cursor;
// Typing meanwhile makes an older answer worthless.
let newest = 0;

function cardOf(event) {
  const card = copyOf('card');
  fill(card, {
    when: dateOf(event),
    name: event.name,
    about: event.previewDescription,
    price: event.isComingSoon ? 'Coming soon' : priceOf(event),
    place: `${event.lga}, ${event.state}`,
  });
  showPoster(card, event);
  card.querySelector('a').href = `/demo/events/${event.slug}`;
  return card;
}

function priceOf({ cheapestTicketPrice, formattedCheapestPrice }) {
  return cheapestTicketPrice > 0 ? `from ${formattedCheapestPrice}` : (formattedCheapestPrice ?? '');
}

async function show({ isNextPage = false } = {}) {
  const turn = (newest += 1);
  const { q, category } = Object.fromEntries(new FormData(filters));
  try {
    const page = await tessera.listEvents({
      limit: PAGE_SIZE,
      ...(q.trim() && { q: q.trim() }),
      ...(category && { category }),
      ...(isNextPage && { cursor }),
    });
    if (turn !== newest) return;
    if (!isNextPage) list.replaceChildren();
    list.append(...page.items.map(cardOf));
    cursor = page.nextCursor;
    more.hidden = !cursor;
    state.textContent = list.children.length > 0 ? '' : 'No events found. Try fewer words.';
  } catch (error) {
    if (turn === newest) state.textContent = `The events can’t be shown: ${error.message}`;
  }
}

let typing;
filters.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(show, TYPING_PAUSE_MS);
});
filters.addEventListener('submit', (event) => event.preventDefault());
more.addEventListener('click', async () => {
  const last = list.lastElementChild;
  await show({ isNextPage: true });
  // Keyboard users continue with the first new event.
  last.nextElementSibling?.querySelector('a').focus();
});

showBackstage();
await show();
