import { mintId } from '../../shared/mint-id.ts';
import { buildCall, type Call } from './build-call.ts';
import { carryOver } from './carry-over.ts';
import { complaintAboutKey, runOwnKey, tell } from './own-key.ts';
import { showAnswer } from './show-answer.ts';

/** The forms that make a call from the page. */
export function runTry(): void {
  runOwnKey();
  mintDevice();
  for (const frame of document.querySelectorAll<HTMLDetailsElement>('details.try')) {
    const form = frame.querySelector('form');
    frame.hidden = false;
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      const call = readCall(form);
      if (call) void send(form, call);
    });
  }
}

/** A cart of the visitor's own: the token of the example would be the same for all who try. */
function mintDevice(): void {
  const device = mintId();
  for (const input of document.querySelectorAll<HTMLInputElement>('.try input[name="X-Device-ID"]')) {
    input.defaultValue = device;
    input.value = device;
  }
}

/** Null where the key can't be sent; its field says why. */
function readCall(form: HTMLFormElement): Call | null {
  const { method = '', path = '' } = form.dataset;
  const keyField = form.querySelector<HTMLInputElement>('input.key');
  const key = keyField?.value.trim() ?? null;
  if (keyField && key !== null) {
    const complaint = complaintAboutKey(key);
    tell(keyField, complaint);
    if (complaint !== null) {
      keyField.focus();
      return null;
    }
  }
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')];
  const fields = inputs.map(({ name, value, dataset }) => ({
    name,
    value: value.trim(),
    place: dataset['in'],
  }));
  const body = form.querySelector('textarea');
  return buildCall(
    { method, path, key },
    fields,
    body && { type: body.dataset['type'] ?? '', text: body.value },
  );
}

async function send(form: HTMLFormElement, { url, ...init }: Call): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('.send');
  const outcome = form.querySelector<HTMLElement>('.outcome');
  const place = form.parentElement?.querySelector<HTMLElement>('.came-back');
  if (!button || !outcome || !place || button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  place.hidden = true;
  outcome.textContent = 'Sending …';
  const start = performance.now();
  try {
    // Without cookies: what is tried here is what a key alone may do.
    const response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' });
    const text = await response.text();
    const tookMs = Math.round(performance.now() - start);
    outcome.className = `outcome ${response.ok ? 'good' : 'bad'}`;
    outcome.textContent = `${response.status} ${response.statusText} in ${tookMs} ms`;
    showAnswer(place, response, text);
    if (response.ok && text !== '') carryOver(form.dataset['operation'] ?? '', JSON.parse(text));
  } catch {
    outcome.className = 'outcome bad';
    outcome.textContent = 'No response: the server can’t be reached, or a header can’t be sent.';
  } finally {
    button.removeAttribute('aria-busy');
  }
}
