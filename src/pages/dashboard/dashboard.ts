import { computed, signal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageContext } from './contract.ts';
import { createCheckSession, type CheckSession } from './shell/check-session.ts';
import { createCallDashboard, type CallDashboard } from './shell/call-dashboard.ts';
import type { Place, PlaceOf } from './shell/place.ts';
import { createQuestions, type Questions } from './shell/questions.ts';
import { createSendChange, type SendChange } from './shell/send-change.ts';
import { createRouter, type Router } from './shell/router.ts';
import { readTexts, type Texts } from './texts/read-texts.ts';
import { createToasts, type Toasts } from './shell/toasts.ts';

/** The page's context, and the addresses of its host. It stays the same after it was read, even if the reader moves on. */
export type Page = PageContext & {
  /** An address in the current host, such as `/keys`. */
  inHost: (path: string) => string;
};

/** The state of the whole page, and the actions of its components. The server makes it too, but calls nothing of it. */
export type Dashboard = {
  texts: Texts;
  /** Read it while rendering: the component then follows it. */
  readonly page: Page;
  router: Router;
  call: CallDashboard;
  send: SendChange;
  toasts: Toasts;
  questions: Questions;
  checkSession: CheckSession;
  /** The view's title. */
  title: Signal<string>;
  /** False until the page runs in a browser, which then sets clock and time zone. */
  isLive: Signal<boolean>;
};

export function createDashboard(place: Place, placeOf: PlaceOf): Dashboard {
  const questions = createQuestions();
  const router = createRouter(place, { placeOf, mayLeave: () => questions.ask('leave') });
  const call = createCallDashboard(questions);
  const toasts = createToasts();
  const page = computed(() => pageOf(router.place.value.answer.context));
  return {
    texts: readTexts(place.answer.context.language),
    get page() {
      return page.value;
    },
    router,
    call,
    send: createSendChange({ call, toasts, router }),
    toasts,
    questions,
    checkSession: createCheckSession({ router, questions }),
    title: signal(''),
    isLive: signal(false),
  };
}

const pageOf = (context: PageContext): Page => ({
  ...context,
  inHost: (path) => `${context.base}/hosts/${context.host?.hostId ?? ''}${path}`,
});

export const DashboardContext = createContext<Dashboard | null>(null);

export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('this is a part of the dashboard');
  return dashboard;
}
