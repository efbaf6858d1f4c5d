/** A mark in the contents beside the section that is being read. */
export function markSections(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a, .toc a')].filter(
    ({ hash, pathname }) => hash !== '' && pathname === location.pathname,
  );
  const mark = (anchor: string): void => {
    for (const link of links) {
      if (link.hash === `#${anchor}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
    bringIntoSight(anchor, links);
  };
  // A section is current while it crosses a line an eighth down the window.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) mark((target as HTMLElement).dataset['section'] || target.id);
      }
    },
    { rootMargin: '-12% 0px -87% 0px' },
  );
  for (const section of document.querySelectorAll('[data-section]')) observer.observe(section);
}

/** The column of contents scrolls by itself where it is longer than the window. Scrolling it must not move the page. */
function bringIntoSight(anchor: string, links: readonly HTMLAnchorElement[]): void {
  const side = document.querySelector('.side');
  const link = links.find(({ hash, offsetParent }) => hash === `#${anchor}` && offsetParent !== null);
  if (!side || !link || side.scrollHeight <= side.clientHeight) return;
  const [frame, place] = [side.getBoundingClientRect(), link.getBoundingClientRect()];
  if (place.top < frame.top || place.bottom > frame.bottom) {
    side.scrollTop += place.top - frame.top - frame.height / 2;
  }
}
