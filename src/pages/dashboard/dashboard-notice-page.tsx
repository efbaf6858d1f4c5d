import type { VNode } from 'preact';
import { Document } from '../shared/document.tsx';
import { TesseraMark } from '../shared/tessera-mark.tsx';
import type { Pages } from '../contract.ts';
import { textsIn } from './texts/texts.ts';

/** The error page for people who are not signed in: without the dashboard around it, but with a link to the sign-in. */
export function DashboardNoticePage({ language, about, base }: Pages['dashboardNotice']): VNode {
  const { trouble, shell } = textsIn(language);
  const { title, text } = trouble[about];
  return (
    <Document title={`${title} · ${shell.dashboard}`} language={language}>
      <main class="notice shell">
        <TesseraMark />
        <h1>{title}</h1>
        <p class="soft">{text}</p>
        <p class="actions">
          <a class="main" href={base}>
            {trouble.home}
          </a>
        </p>
      </main>
    </Document>
  );
}
