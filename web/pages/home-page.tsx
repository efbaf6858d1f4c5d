import type { VNode } from 'preact';
import { Document } from '../shared/document.tsx';
import type { Pages } from './contract.ts';
import { Notice } from './notice.tsx';

/** The checkout's own address leads nowhere by itself: it says what is behind it. */
export function HomePage(_data: Pages['home']): VNode {
  return (
    <Document title="Checkout · Tessera">
      <Notice title="Checkout">
        Every event has a checkout of its own, at this address followed by the event’s name in links. Open it
        from the page where the tickets are sold.
      </Notice>
    </Document>
  );
}
