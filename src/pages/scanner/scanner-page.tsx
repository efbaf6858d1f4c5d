import type { VNode } from 'preact';
import type { Pages } from '../contract.ts';
import { Document } from '../shared/document.tsx';
import { textsIn } from './texts/texts.ts';

/** The scanner as the server sends it, the same to everybody: who the phone is, it knows by itself. */
export function ScannerPage({ language }: Pages['scanner']): VNode {
  const texts = textsIn(language);
  return (
    <Document
      title={texts.title}
      language={language}
      head={
        <>
          <link rel="manifest" href="/scan/manifest.webmanifest" />
          <link rel="icon" href="/scan/icons/192.png" type="image/png" />
          <link rel="apple-touch-icon" href="/scan/icons/192.png" />
          <meta name="apple-mobile-web-app-capable" content="yes" />
          <meta name="apple-mobile-web-app-title" content="Tessera" />
        </>
      }
    >
      <div id="scanner">
        <noscript>
          <p class="no-script">{texts.needsJavaScript}</p>
        </noscript>
      </div>
    </Document>
  );
}
