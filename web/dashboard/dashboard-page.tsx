import type { VNode } from 'preact';
import { DataForScript, Document } from '../shared/document.tsx';
import type { ViewAnswer } from './contract.ts';

export function DashboardPage(answer: ViewAnswer): VNode {
  return (
    <Document title={`${answer.frame.host?.name ?? 'Dashboard'} · Tessera`}>
      <div id="dashboard">
        <main>
          <h1>{answer.frame.host?.name}</h1>
        </main>
      </div>
      <DataForScript id="page-data" data={answer} />
    </Document>
  );
}
