const REMEMBERED = 'docs-language';

/** One choice of a language for all samples, and for the next visit. */
export function runLanguageChoice(): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('.languages input')];
  const choose = (language: string): void => {
    for (const radio of radios) radio.checked = radio.value === language;
  };
  const remembered = recall();
  if (remembered !== null && radios.some(({ value }) => value === remembered)) choose(remembered);
  for (const radio of radios) {
    radio.addEventListener('change', () => {
      const before = radio.getBoundingClientRect().top;
      choose(radio.value);
      remember(radio.value);
      // Samples above may have become longer or shorter: what was pressed stays where it was.
      scrollBy(0, radio.getBoundingClientRect().top - before);
    });
  }
}

// Without storage, the choice lasts for as long as the page.
function recall(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // Nothing to do: see above.
  }
}
