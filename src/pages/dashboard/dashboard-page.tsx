import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import { DataForScript, Document, ShellContext } from '../shared/document.tsx';
import { Message } from '../shared/message.tsx';
import type { ViewAnswer, ViewName } from './contract.ts';
import { createDashboard, DashboardContext } from './dashboard.ts';
import type { AnyView } from './shell/place.ts';
import { Shell } from './shell/shell.tsx';
import { placeOf, VIEWS } from './views.ts';

// The server has every view loaded: it renders at once.
const ALL_VIEWS = new Map<ViewName, AnyView>();
for (const name of Object.keys(VIEWS) as ViewName[]) ALL_VIEWS.set(name, (await VIEWS[name]()) as AnyView);

export function DashboardPage(answer: ViewAnswer): VNode {
  const shell = useContext(ShellContext);
  const View = ALL_VIEWS.get(answer.view);
  if (!View) throw new Error(`there is no view ${answer.view}`);
  const dashboard = createDashboard({ answer, View }, placeOf);
  // Before the document, since the view sets its title.
  const markup = renderToString(
    <DashboardContext.Provider value={dashboard}>
      <Shell />
    </DashboardContext.Provider>,
  );
  const { page } = dashboard;
  const around = page.host?.name ?? dashboard.texts.shell.dashboard;
  const chunks = shell?.scripts?.[page.language].chunks ?? {};
  const files = new Set(
    [chunkOf(answer.view), ...(ALSO[answer.view] ?? [])].flatMap((name) => chunks[name] ?? []),
  );
  return (
    <Document
      title={`${dashboard.title.value} · ${around}`}
      language={page.language}
      asked={
        answer.view === 'seatingPlan'
          ? page.inHost(`/seating-plans/${answer.data.plan.planId}/draft`)
          : undefined
      }
      head={[...files].map((name) => (
        <link key={name} rel="modulepreload" href={`${shell?.assetsPath}/${name}`} />
      ))}
    >
      <noscript>
        <Message tone="warn">{dashboard.texts.shell.needsScript}</Message>
      </noscript>
      <div id="dashboard" dangerouslySetInnerHTML={{ __html: markup }} />
      <DataForScript id="page-data" data={answer} />
    </Document>
  );
}

/** Chunks that a view needs at once: they load together with its own. */
const ALSO: Partial<Record<ViewName, string[]>> = { seatingPlan: ['designer'] };

/** `paymentAccounts` is in `payment-accounts-view.tsx`. */
const chunkOf = (view: ViewName): string =>
  `${view.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-view`;
