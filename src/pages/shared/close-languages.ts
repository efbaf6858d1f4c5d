/** A browser closes the list of languages by its own button alone. Here Escape does so too, and a press elsewhere. */
export function closeLanguages(): void {
  const list = document.querySelector<HTMLDetailsElement>('.languages details');
  if (!list) return;
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list.open) return;
    list.open = false;
    list.querySelector('summary')?.focus();
  });
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !list.contains(target)) list.open = false;
  });
}
