import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../../values/language.ts';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { TesseraMark } from '../../shared/tessera-mark.tsx';
import { textsIn as storefrontTextsIn } from './texts/texts.ts';

/** The layout of every page of a host: its name, the other languages, and the seller at the foot. */
export function PageLayout(props: {
  language: Language;
  hostName: string;
  /** Null on the host's own page. */
  hostAddress: string | null;
  /** The rest of the page's address, which another language keeps. */
  query?: string;
  children: ComponentChildren;
}): VNode {
  const { language, hostName, hostAddress, query } = props;
  const texts = storefrontTextsIn(language);
  return (
    <>
      <header class="page-top">
        {hostAddress === null ? (
          <span class="page-host">
            <bdi>{hostName}</bdi>
          </span>
        ) : (
          <a class="page-host" href={`${hostAddress}?lang=${language}`}>
            <bdi>{hostName}</bdi>
          </a>
        )}
        <LanguageSwitch language={language} query={query} />
      </header>
      {props.children}
      <footer class="page-foot">
        <TesseraMark />
        <span>{texts.powered}</span>
      </footer>
    </>
  );
}
