const STORED = 'docs-key';
const PUBLIC_KEY = /^pk_[0-9A-Za-z]{38}$/;

/** Tells what is wrong with a text that should be a public key; null: nothing. */
export function complaintAboutKey(text: string): string | null {
  if (text.startsWith('sk_')) {
    return 'This is a private key. It signs webhooks and must never be in a browser. We removed it; it was not saved or sent. Use the public key, which begins with pk_.';
  }
  if (text === '') return 'Enter a public key of the host. It begins with pk_.';
  return PUBLIC_KEY.test(text)
    ? null
    : 'This is not a public key: one begins with pk_ and has 41 characters.';
}

/** The visitor's key: one for all forms of the page, in the storage of this tab and nowhere else. */
export function runOwnKey(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input.key')];
  const set = (key: string, except?: HTMLInputElement): void => {
    for (const input of inputs) if (input !== except) input.value = key;
    for (const input of inputs) tell(input, null);
    store(key);
  };
  set(recall());
  for (const input of inputs) {
    input.addEventListener('input', () => {
      const key = input.value.trim();
      const complaint = complaintAboutKey(key);
      // Half a key is not a mistake yet; it is told when it is sent.
      if (complaint === null || key === '') set(key, input);
      if (!key.startsWith('sk_')) return;
      set('');
      tell(input, complaint);
    });
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('.demo-key')) {
    button.addEventListener('click', () => {
      const input = button.parentElement?.querySelector<HTMLInputElement>('input.key');
      if (input) void useDemoKey(button.dataset['from'] ?? '', { set, input });
    });
  }
}

type Field = { set: (key: string) => void; input: HTMLInputElement };

async function useDemoKey(address: string, { set, input }: Field): Promise<void> {
  try {
    const { key } = (await (await fetch(address)).json()) as { key?: string };
    if (key === undefined)
      tell(input, 'This server has no demo: its data folder was not empty when it started.');
    else set(key);
  } catch {
    tell(input, 'The server did not answer. Try again.');
  }
}

/** Tells what is wrong with the key of a form, at its field; null: it can be sent. */
export function tell(input: HTMLInputElement, complaint: string | null): void {
  const error = document.getElementById(`${input.id}-error`);
  if (error) error.textContent = complaint ?? '';
  if (complaint === null) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
}

// Without storage, the key lasts for as long as the page.
function recall(): string {
  try {
    return sessionStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function store(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, key);
  } catch {
    // Nothing to do: see above.
  }
}
