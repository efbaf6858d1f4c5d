import type { Browser } from 'playwright-core';
import { onWhicheverPage } from './on-whichever-page.ts';

/** Opens an address, and answers all that is or happens there which no text could do. */
export async function happeningsAt(
  browser: Browser,
  address: string,
  { requests, elements }: { requests: RegExp; elements: string },
): Promise<string[]> {
  const context = await browser.newContext();
  const happenings: string[] = [];
  const page = await context.newPage();
  context.on('page', (opened) => happenings.push(`another page: ${opened.url()}`));
  context.on('dialog', (dialog) => {
    happenings.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!requests.test(request.url())) happenings.push(`a request: ${request.url()}`);
  });
  await page.goto(address);
  for (const frame of page.frames()) {
    happenings.push(
      ...(await onWhicheverPage(() => frame.evaluate<string[]>(`(${WHAT_IS_THERE})('${elements}')`))),
    );
  }
  await context.close();
  return happenings;
}

// The mouse is over everything, and everything has the focus, first: some wait for that.
const WHAT_IS_THERE = `(allowed) => {
  const all = [...document.querySelectorAll('*')];
  for (const element of all) {
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    element.focus?.();
  }
  const found = typeof ran === 'undefined' ? [] : ['a script ran'];
  for (const element of all) {
    const isActive = element.matches('script, iframe, object, embed, base, form, input, link, video, svg, a, meta[http-equiv]');
    if (isActive && !element.matches(allowed)) found.push(element.outerHTML.slice(0, 200));
    for (const { name } of element.attributes) if (name.startsWith('on')) found.push(name + ' of ' + element.localName);
  }
  return found;
}`;
