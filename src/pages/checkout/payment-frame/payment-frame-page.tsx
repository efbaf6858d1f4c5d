import type { VNode } from 'preact';
import { DataForScript, Document } from '../../shared/document.tsx';
import type { PaymentFramePage as Data } from './contract.ts';
import { textsIn } from './texts/texts.ts';

/** The document that a gateway's script runs in. It knows one payment, and nothing else of the order. */
export function PaymentFramePage({ language, theme, framed }: Data): VNode {
  const texts = textsIn(language);
  return (
    <Document title={texts.title} language={language} theme={theme}>
      <main>
        <h1>{texts.title}</h1>
        {framed === 'over' || framed === 'away' ? (
          <p>{framed === 'over' ? texts.over : texts.failed}</p>
        ) : (
          <>
            <p id="loading" role="status">
              {texts.loading}
            </p>
            <p id="failed" role="alert" hidden>
              {texts.failed}
            </p>
            <noscript>
              <p>{texts.failed}</p>
            </noscript>
            <div id="payment" />
            <DataForScript id="page-data" data={framed} />
          </>
        )}
      </main>
    </Document>
  );
}
