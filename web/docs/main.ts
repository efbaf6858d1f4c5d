// Two comforts for the reference page, which reads in full without them: copy buttons, and a mark in the contents
// beside the section being read.

const COPIED_FOR_MS = 1600;

for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
  // Absent outside secure contexts; the buttons then stay hidden.
  if (!('clipboard' in navigator)) break;
  const word = button.firstElementChild;
  const code = button.parentElement?.querySelector('code');
  if (!word || !code) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.clipboard
      .writeText(code.textContent)
      .then(
        () => (word.textContent = 'Copied'),
        () => (word.textContent = 'Select and copy'),
      )
      .finally(() => setTimeout(() => (word.textContent = 'Copy'), COPIED_FOR_MS));
  });
}

const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
function markCurrent(anchor: string): void {
  for (const link of links) {
    if (link.hash === `#${anchor}`) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

// A section is current while it crosses a line an eighth down the window.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) markCurrent((target as HTMLElement).dataset['section'] || target.id);
    }
  },
  { rootMargin: '-12% 0px -87% 0px' },
);
for (const section of document.querySelectorAll('[data-section]')) observer.observe(section);

const narrowContents = document.querySelector<HTMLDetailsElement>('details.narrow');
narrowContents?.addEventListener('click', (event) => {
  if ((event.target as Element).closest('a')) narrowContents.open = false;
});
