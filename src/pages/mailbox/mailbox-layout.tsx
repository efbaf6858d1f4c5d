import type { ComponentChildren, VNode } from 'preact';
import { Document } from '../shared/document.tsx';

export function MailboxLayout({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <Document title={`${title} · Tessera`}>
      <header>
        <span class="brand">Tessera</span> <span class="note">development</span>
      </header>
      <main>{children}</main>
    </Document>
  );
}

export function formatDate(date: string | null): string {
  if (date === null) return '';
  const text = new Date(date).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${text} UTC`;
}
