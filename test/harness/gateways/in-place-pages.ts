import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract, GatewaySimulator, World } from './simulator.ts';

// The gateway's form in its own frame. Its buttons stand for what buyers do there; a bank's page is on another origin, as banks' are.
const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A gateway's form</title>
<main><h1>A gateway's form</h1>
<p id="said" role="status"></p>
<button id="pay">Pay by card</button>
<button id="decline">Use a card that is declined</button>
<button id="bank">Pay with 3-D Secure</button>
<button id="popup">Pay with 3-D Secure in a window</button>
<button id="redirect">Pay through the bank's own page</button>
<button id="close">Close the form</button></main>
<script>
  const say = (name) => parent.postMessage({ simulated: name }, '*');
  const said = document.getElementById('said');
  const act = async (what) => {
    const answer = await fetch(location.pathname + '/' + what + location.search, { method: 'POST' }).catch(() => null);
    if (!answer?.ok) return (said.textContent = 'The payment did not go through: try again.');
    if (what === 'pay') say('success');
    else said.textContent = 'The card was declined.';
  };
  const bank = location.origin.replace('127.0.0.1', 'bank.localhost') + '/bank';
  const on = (id, press) => document.getElementById(id).addEventListener('click', press);
  on('pay', () => act('pay'));
  on('decline', () => act('decline'));
  on('redirect', () => location.assign(bank));
  on('popup', () => open(bank, '_blank', 'popup'));
  on('close', () => say('close'));
  on('bank', () => {
    const frame = document.createElement('iframe');
    frame.title = 'Your bank';
    frame.src = bank;
    document.querySelector('main').append(frame);
  });
  addEventListener('message', ({ data, origin }) => {
    if (data === 'approved' && origin === new URL(bank).origin) act('pay');
  });
  say('load');
</script></html>`;

const BANK = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A bank</title>
<main><h1>A bank</h1><button id="approve">Approve the payment</button></main>
<script>document.getElementById('approve').addEventListener('click', () => {
  (opener ?? parent).postMessage('approved', '*');
  if (opener) close();
})</script></html>`;

/** For scripts: a frame with the gateway's form over the whole page, as scripts of gateways make it. */
export const OVERLAY = `
  const openForm = (query, heard, into) => {
    const frame = document.createElement('iframe');
    frame.title = 'Gateway';
    frame.allow = 'payment';
    frame.style.cssText = 'border:0;inset:0;width:100%;height:100%;background:#fff;' + (into ? 'min-height:30rem' : 'position:fixed');
    frame.src = PAGE + '?' + new URLSearchParams(query);
    const close = () => { removeEventListener('message', onMessage); frame.remove(); };
    const onMessage = ({ data, source }) => {
      if (source === frame.contentWindow && data?.simulated) heard(data.simulated, close);
    };
    addEventListener('message', onMessage);
    (into ?? document.body).append(frame);
    return close;
  };`;

/** Everything that a gateway sends to buyers' browsers, without any key: its script, its form and a bank. Answers whether it was that. */
export async function serveInPlace(
  simulator: GatewaySimulator,
  { contract: { inPlace }, world }: { contract: Contract; world: World },
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<boolean> {
  if (!inPlace) return false;
  const { origin } = new URL(simulator.url);
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  const send = (type: string, text: string): true => {
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
    return true;
  };
  if (pathname === inPlace.scriptPath) {
    return send('text/javascript', `{ const PAGE = '${origin}/form';${OVERLAY}${inPlace.script(origin)} }`);
  }
  if (pathname === '/bank') return send('text/html', BANK);
  if (!pathname.startsWith('/form')) return false;
  const found = inPlace.find(world, searchParams);
  if (!found) {
    response.writeHead(404).end();
    return true;
  }
  if (pathname === '/form') return send('text/html', PAGE);
  const { key, amountMinor } = found;
  if (pathname.endsWith('/decline')) simulator.decline(key);
  else await simulator.pay(key, { ...(amountMinor !== undefined && { amountMinor }) });
  return send('text/plain', 'done');
}
