import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { copyIcon, outIcon } from './icons.ts';
import { whatsAppLink, type Shared } from './share-address.ts';

/** Of an event's public page. Works as a plain link; the script (offer-sharing.ts) adds what the device itself can do. */
export function ShareLinks(
  props: Shared & {
    class: string;
    texts: { whatsApp: string; share: string; copy: string; copied: string };
  },
): VNode {
  const { name, address, texts } = props;
  return (
    <>
      <a class={props.class} href={whatsAppLink(props)} target="_blank" rel="noopener noreferrer">
        {texts.whatsApp}
        <Icon path={outIcon} turns />
      </a>
      <button
        type="button"
        class={props.class}
        id="share"
        data-title={name}
        data-address={address}
        data-share={texts.share}
        data-copied={texts.copied}
        hidden
      >
        <Icon path={copyIcon} />
        <span>{texts.copy}</span>
      </button>
      <span class="aloud" role="status" id="share-said" />
    </>
  );
}
