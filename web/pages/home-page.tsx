import type { VNode } from 'preact';
import { Document } from '../shared/document.tsx';
import type { Pages } from './contract.ts';
import { Notice } from './notice.tsx';

/** The doors that lead nowhere by themselves: each says what is behind it, or what to use until something is. */
export function HomePage({ about }: Pages['home']): VNode {
  return about === 'checkout' ? <AboutCheckout /> : <AboutDashboard />;
}

function AboutCheckout(): VNode {
  return (
    <Document title="Checkout · Tessera">
      <Notice title="Checkout">
        Every event has a checkout of its own, at this address followed by the event’s name in links. Open it
        from the page where the tickets are sold.
      </Notice>
    </Document>
  );
}

function AboutDashboard(): VNode {
  return (
    <Document title="Dashboard · Tessera">
      <Notice title="Dashboard">
        The hosts’ dashboard comes with a later release. Keys and accounts of the demo are in{' '}
        <code>demo.json</code>, in the data folder.
      </Notice>
    </Document>
  );
}
