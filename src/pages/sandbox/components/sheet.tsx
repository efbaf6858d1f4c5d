import type { ComponentChildren, VNode } from 'preact';
import { Document } from '../../shared/document.tsx';

/** The layout of every page of the sandbox. */
export function Sheet(props: { title: string; aside: VNode | null; children: ComponentChildren }): VNode {
  return (
    <Document title={`${props.title} · Sandbox Pay`}>
      <header class="banner">
        <strong>Sandbox: no real money</strong>
      </header>
      <div class={props.aside ? 'sheet' : 'sheet narrow'}>
        <aside>
          <p class="brand">
            <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <rect x="2" y="5" width="20" height="14" rx="3.5" />
              <path d="M2 10h20" />
              <path d="M6 15h4" />
            </svg>
            Sandbox Pay
          </p>
          {props.aside}
        </aside>
        <main>{props.children}</main>
      </div>
    </Document>
  );
}
