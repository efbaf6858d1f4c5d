import { hydrate } from 'preact';
import type { ViewAnswer } from './contract.ts';
import { createDashboard, DashboardContext } from './dashboard.ts';
import { Shell } from './shell/shell.tsx';
import { placeOf } from './views.ts';

async function start(root: HTMLElement, answer: ViewAnswer): Promise<void> {
  const dashboard = createDashboard(await placeOf(answer), placeOf);
  hydrate(
    <DashboardContext.Provider value={dashboard}>
      <Shell />
    </DashboardContext.Provider>,
    root,
  );
  dashboard.router.start();
  dashboard.isLive.value = true;
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void dashboard.checkSession();
  });
  // The Back button shows a page as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void dashboard.checkSession());
  addEventListener('pagehide', () => dashboard.toasts.settleAll());
}

const root = document.getElementById('dashboard');
const json = document.getElementById('page-data')?.textContent;
if (root && json) void start(root, JSON.parse(json) as ViewAnswer);
