// Two comforts for the reference page, which reads in full without them: copy buttons, and a mark in the contents
// beside the section being read.

const COPIED_FOR_MS = 1600;

for (const button of document.querySelectorAll('button.copy')) {
  if (!navigator.clipboard) break; // Absent outside secure contexts; the buttons then stay hidden.
  const word = button.firstElementChild;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const code = button.parentElement.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      word.textContent = 'Copied';
    } catch {
      word.textContent = 'Select and copy';
    }
    setTimeout(() => (word.textContent = 'Copy'), COPIED_FOR_MS);
  });
}

const links = [...document.querySelectorAll('.contents a')];
const markCurrent = (anchor) => {
  for (const link of links) {
    if (link.hash === `#${anchor}`) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
};

// A section is current while it crosses a line an eighth down the window.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) markCurrent(target.dataset.section || target.id);
    }
  },
  { rootMargin: '-12% 0px -87% 0px' },
);
for (const section of document.querySelectorAll('[data-section]')) observer.observe(section);

const narrowContents = document.querySelector('details.narrow');
narrowContents.addEventListener('click', (event) => {
  if (event.target.closest('a')) narrowContents.open = false;
});
