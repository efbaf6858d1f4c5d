import { showBackstage } from './backstage.js';
import { showButton, showEmbed } from './sell-by-embed.js';
import { showShop } from './sell-by-api.js';
import { dateOf, fill, showPoster } from './fill.js';
import { tessera } from './tessera.js';

const slug = location.pathname.split('/').pop();
const state = document.getElementById('state');
const WAYS = ['api', 'embed', 'button'];
const ways = document.querySelector('.ways');

function showWay(way) {
  for (const name of WAYS) document.getElementById(`way-${name}`).hidden = way !== name;
  ways.querySelector(`[value='${way}']`).checked = true;
  if (way === 'embed') showEmbed(slug);
  if (way === 'button') showButton(slug);
  const address = new URL(location.href);
  address.searchParams.set('way', way);
  history.replaceState(null, '', address);
}

showBackstage({ slug });
try {
  const [event, tickets] = await Promise.all([tessera.getEvent(slug), tessera.listTickets(slug)]);
  const about = document.getElementById('about');
  document.title = `${event.name} · Harmattan Nights`;
  fill(about, {
    when: dateOf(event),
    name: event.name,
    about: event.previewDescription,
    place: [event.street, event.lga, event.state].filter(Boolean).join(', '),
    headliners: event.headliners.map(({ name }) => name).join(' · '),
  });
  showPoster(about, event);
  about.hidden = false;
  document.getElementById('buy').hidden = false;
  state.hidden = true;

  const isSeated = tickets.some(({ kind }) => kind === 'SEATED');
  showShop(slug, { tickets, isSeated });
  ways.addEventListener('change', ({ target }) => showWay(target.value));
  document.getElementById('to-embed').addEventListener('click', () => showWay('embed'));
  const wanted = new URLSearchParams(location.search).get('way') ?? (isSeated ? 'embed' : 'api');
  showWay(WAYS.includes(wanted) ? wanted : 'api');
} catch (error) {
  state.textContent = `This event can’t be shown: ${error.message}`;
}
