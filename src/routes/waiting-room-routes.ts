import { by, EVENT, FORM_BODY, get, NO_BODY, patch, post, type Route } from './route.ts';

const ROOM = `${EVENT}/waiting-room` as const;

/** The waiting room, as hosts see it. What those who wait call is the checkout's. */
export const WAITING_ROOM_ROUTES = {
  eventWaitingRoom: {
    view: get(ROOM, by('figures.see')),
    live: get(`${ROOM}/live`, { ...by('figures.see'), isStream: true }),
    open: post(ROOM, { ...by('events.change'), ...FORM_BODY }),
    change: patch(ROOM, { ...by('events.change'), ...FORM_BODY }),
    pause: post(`${ROOM}/pause`, { ...by('events.change'), ...NO_BODY }),
    resume: post(`${ROOM}/resume`, { ...by('events.change'), ...NO_BODY }),
    letIn: post(`${ROOM}/let-in`, { ...by('events.change'), ...FORM_BODY }),
    close: post(`${ROOM}/close`, { ...by('events.change'), ...NO_BODY }),
  },
} satisfies Record<string, Record<string, Route>>;
