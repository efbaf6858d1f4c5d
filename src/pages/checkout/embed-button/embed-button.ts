import { readLanguage } from '../../../values/language.ts';
import { textsIn } from './texts/texts.ts';

/**
 * The script of the embed's button: the shop's own page loads it by a name that stays. It opens the checkout in a dialog above the page.
 * Nothing is sent between the two. Closing hides the frame and never removes it, so that no cart is lost.
 *
 * The shop's Content-Security-Policy may forbid all inline styles: sheets made by a script are free of it. The shadow root keeps the
 * shop's styles and ours apart. A browser that lacks any of it follows the link, as it would without the script.
 */
const MARK = 'data-tessera-checkout';

// The button looks as the text around it does, and any rule of the shop wins. `currentColor` is readable wherever the text is.
const BUTTON_STYLE = `:where(.tessera-button){display:inline-block;box-sizing:border-box;min-height:2.75rem;padding:.55rem 1.25rem;border:2px solid;border-radius:.5rem;color:inherit;font-weight:600;text-decoration:none}`;

// `dvh` follows a phone's address bar as it comes and goes. Behind the frame something turns until the page is there.
const DIALOG_STYLE = `:host{all:initial!important}
dialog{position:fixed;inset:0;box-sizing:border-box;width:100%;max-width:none;height:100vh;height:100dvh;max-height:none;margin:0;padding:env(safe-area-inset-top) 0 0;border:0;overflow:hidden;outline:0;flex-direction:column;color-scheme:light dark;background:Canvas;color:CanvasText;font:600 1rem/1.3 system-ui,sans-serif}
dialog[open]{display:flex}
dialog::backdrop{background:rgb(0 0 0/.6)}
dialog::before{content:"";position:absolute;top:50%;left:calc(50% - 1rem);box-sizing:border-box;width:2rem;height:2rem;border:3px solid;border-right-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{rotate:1turn}}
p{margin:0;padding:0 1rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header{display:flex;align-items:center;justify-content:space-between}
button{flex:none;width:3rem;height:3rem;padding:0;border:0;background:none;color:inherit;font:1.25rem/1 system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid;outline-offset:-5px}
iframe{position:relative;flex:1;min-height:0;width:100%;border:0}
@media(min-width:640px){dialog{margin:auto;width:min(60rem,100% - 4rem);height:calc(100vh - 4rem);height:calc(100dvh - 4rem);border-radius:.75rem}}
@media(prefers-reduced-motion:reduce){dialog::before{animation:none}}`;

// The folder of the checkout's addresses: only pages below it are opened, whatever the mark says.
const base = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href).href;
const dialogs = new Map<string, HTMLDialogElement>();

function sheetOf(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return sheet;
}

function addressOf(opener: HTMLElement): string | null {
  const { href } = new URL(opener.getAttribute(MARK) ?? '', base);
  return href.startsWith(base) && href !== base ? href : null;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function makeDialog(opener: HTMLElement, address: string): HTMLDialogElement {
  const name = (opener.getAttribute('aria-label') ?? opener.textContent).trim();
  const { lang = 'en' } = opener.closest<HTMLElement>('[lang]') ?? {};
  const texts = textsIn(readLanguage(lang.slice(0, 2)) ?? 'en');
  const { direction: dir } = getComputedStyle(opener);
  const dialog = element('dialog', { 'aria-label': name, tabindex: '-1', dir });
  dialog.style.colorScheme = new URL(address).searchParams.get('theme') ?? '';
  const close = element('button', { type: 'button', 'aria-label': texts.close });
  close.textContent = '✕';
  const title = element('p', { 'aria-hidden': 'true' });
  title.textContent = name;
  const header = element('header', {});
  header.append(title, close);
  dialog.append(
    header,
    element('iframe', { title: name, src: address, allow: 'payment; web-share; clipboard-write' }),
  );
  close.addEventListener('click', () => dialog.close());
  // The backdrop is the dialog's, too. The second press of a double click on the button is not meant for it.
  dialog.addEventListener('click', ({ target, detail }) => target === dialog && detail < 2 && dialog.close());
  // Not in the body: some sites exchange it whole when another page of theirs is opened.
  const host = document.documentElement.appendChild(document.createElement('tessera-checkout'));
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheetOf(DIALOG_STYLE)];
  root.append(dialog);
  return dialog;
}

function openCheckout(opener: HTMLElement, address: string): void {
  let dialog = dialogs.get(address);
  if (!dialog) {
    followLinkIfForbidden(opener, address);
    dialog = makeDialog(opener, address);
    dialogs.set(address, dialog);
  }
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  dialog.addEventListener(
    'close',
    () => {
      style.overflow = overflow;
      // Some browsers don't focus a link that is clicked, and would put the focus nowhere.
      opener.focus({ preventScroll: true });
    },
    { once: true },
  );
  dialog.showModal();
  // Not on Close: a second Enter, or one that is held down, would press it.
  dialog.focus();
}

/** The shop's own policy may keep the frame out: the event's page is then better than an empty dialog. */
function followLinkIfForbidden(opener: HTMLElement, address: string): void {
  document.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
    const isOurs = effectiveDirective === 'frame-src' && address.startsWith(blockedURI);
    if (isOurs && disposition === 'enforce' && opener instanceof HTMLAnchorElement)
      location.assign(opener.href);
  });
}

if ('showModal' in HTMLDialogElement.prototype && 'adoptedStyleSheets' in document) {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(BUTTON_STYLE)];
  // On the whole page, so that buttons which come later count as well. A second copy of this script finds the click taken.
  document.addEventListener('click', (event) => {
    const opener = event
      .composedPath()
      .find((node): node is HTMLElement => node instanceof HTMLElement && node.hasAttribute(MARK));
    const wantsOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const address = opener && addressOf(opener);
    if (!opener || !address || event.defaultPrevented || wantsOtherTab) return;
    event.preventDefault();
    openCheckout(opener, address);
  });
}
