// Keeps the scanner's program on the phone, so that it starts with no network. The server writes two lines above this:
// const VERSION, of what is kept, and const FILES, their addresses. Answers about guests are never kept.

const CACHE = `scanner-${VERSION}`;

// The server names the page first.
const [PAGE, ...OTHERS] = FILES;
const reloaded = (file) => new Request(file, { cache: 'reload' });

addEventListener('install', (event) => {
  // All of them or none: a program with half of its files is none. If it fails, the browser tries again later.
  const keepAll = async () => {
    const page = await fetch(reloaded(PAGE));
    if (!page.ok || !isOurs(await page.clone().text())) throw new Error('the page is of another version');
    const cache = await caches.open(CACHE);
    await cache.addAll(OTHERS.map(reloaded));
    await cache.put(reloaded(PAGE), page);
  };
  event.waitUntil(keepAll());
});

/** While servers are upgraded, an older one may answer with its page: that one names files which are not kept here. */
function isOurs(html) {
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  return named.some((file) => file.endsWith('.js')) && named.every((file) => FILES.includes(file));
}

addEventListener('activate', (event) => {
  const forgetOthers = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith('scanner-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forgetOthers());
});

// The page says when nobody is being scanned.
addEventListener('message', (event) => {
  if (event.data === 'take over') void skipWaiting();
});

addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !FILES.includes(pathname)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(pathname)) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
