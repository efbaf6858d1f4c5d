import type { FramedScript } from './contract.ts';
import { writeMessage, type FrameWord } from './messages.ts';
import { openScript } from './open-script.ts';

const json = document.getElementById('page-data')?.textContent;
if (json) start(JSON.parse(json) as FramedScript);

function start({ words, script, checkout }: FramedScript): void {
  // Only the checkout hears it: the browser drops a message to a parent of any other origin.
  const say = (word: FrameWord): void => {
    if (parent !== window) parent.postMessage(writeMessage(word), checkout);
    const [loading, failed] = [document.getElementById('loading'), document.getElementById('failed')];
    if (loading) loading.hidden = true;
    if (failed) failed.hidden = word !== 'failed';
  };
  const element = document.createElement('script');
  element.src = script;
  element.addEventListener('error', () => say('failed'));
  element.addEventListener('load', () => void openScript(words, say).catch(() => say('failed')));
  document.head.append(element);
}
