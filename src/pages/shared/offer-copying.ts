let isOffered = false;

/** Buttons with `data-copy` copy what it says, and the line beside them tells so. Without the clipboard the text is there to be selected. */
export function offerCopying(): void {
  if (isOffered) return;
  isOffered = true;
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    if (!button) return;
    void navigator.clipboard?.writeText(button.dataset['copy'] ?? '').then(
      () => {
        const told = button.closest('.transfer')?.querySelector('[data-copy-told]');
        if (told) told.textContent = button.dataset['copied'] ?? '';
      },
      () => {},
    );
  });
}
