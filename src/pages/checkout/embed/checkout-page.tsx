import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../../values/language.ts';
import type { Pages } from '../../contract.ts';
import { DataForScript, Document, ShellContext } from '../../shared/document.tsx';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { accentStyle } from '../../shared/accent-style.ts';
import { CheckoutRoot } from './checkout-root.tsx';
import { createCheckout } from './checkout-state.ts';
import { textsIn } from './texts/texts.ts';

type Props = Pages['checkout'];

/** The checkout as the server sends it: readable before any script has run, and without one. */
export function CheckoutPage({ data, theme, accents, query }: Props): VNode {
  const texts = textsIn(data.language);
  return (
    <Document
      title={data.event.name}
      language={data.language}
      theme={theme}
      ownStyle={accentStyle(accents)}
      head={
        data.reference === null ? (
          data.event.kind === 'seat_map' &&
          data.event.state === 'on_sale' && <ChunkAhead name="seat-picker" language={data.language} />
        ) : (
          <ChunkAhead name="later-steps" language={data.language} />
        )
      }
    >
      {data.previewToken !== null && <aside class="preview-note">{texts.draftPreview}</aside>}
      <div class="page-languages">
        <LanguageSwitch language={data.language} query={query} />
      </div>
      <CheckoutRoot checkout={createCheckout(data, texts)} />
      <DataForScript id="page-data" data={data} />
    </Document>
  );
}

/** A later part of the script that this page needs at once: a browser that knows of it beforehand need not wait for the script to ask. */
function ChunkAhead({ name, language }: { name: string; language: Language }): VNode {
  const shell = useContext(ShellContext);
  const chunks = shell?.scripts?.[language].chunks ?? {};
  return (
    <>
      {chunks[name]?.map((file) => (
        <link key={file} rel="modulepreload" href={`${shell?.assetsPath ?? ''}/${file}`} />
      ))}
    </>
  );
}
