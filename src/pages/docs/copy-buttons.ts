const COPIED_FOR_MS = 1600;

/** They stay hidden where a page may not write to the clipboard: outside of secure contexts. */
export function runCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
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
}
