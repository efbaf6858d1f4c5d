import { signal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createCallDashboard, type CallDashboard } from './shell/call-dashboard.ts';
import type { Place, PlaceOf } from './shell/place.ts';
import { createQuestions, type Questions } from './shell/questions.ts';
import { createRouter, type Router } from './shell/router.ts';
import { textsIn, type Texts } from './texts/texts.ts';
import { createToasts, type Toasts } from './shell/toasts.ts';

/** The page as a whole: what is shown, and what every part of it may do. Made on the server too, where nothing is ever called. */
export type Dashboard = {
  texts: Texts;
  router: Router;
  call: CallDashboard;
  toasts: Toasts;
  questions: Questions;
  /** What the view calls itself. */
  title: Signal<string>;
  /** False until the page runs in a browser, whose clock and time zone count from then on. */
  isLive: Signal<boolean>;
};

export function createDashboard(place: Place, placeOf: PlaceOf): Dashboard {
  const questions = createQuestions();
  return {
    texts: textsIn(place.answer.frame.language),
    router: createRouter(place, { placeOf, mayLeave: () => questions.ask('leave') }),
    call: createCallDashboard(questions),
    toasts: createToasts(),
    questions,
    title: signal(''),
    isLive: signal(false),
  };
}

export const DashboardContext = createContext<Dashboard | null>(null);

export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('this is a part of the dashboard');
  return dashboard;
}
