import { by, EVENT, FORM_BODY, get, NO_BODY, patch, post, type Route } from './route.ts';

const ROOM = `${EVENT}/waiting-room` as const;
const LIST = `${EVENT}/waiting-list` as const;

/** The waiting room and the waiting list, as hosts see them. What those who wait call is the checkout's. */
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
  // With the addresses of those who wait.
  eventWaitingList: {
    view: get(LIST, by('orders.see')),
    open: post(LIST, { ...by('events.change'), ...FORM_BODY }),
    change: patch(LIST, { ...by('events.change'), ...FORM_BODY }),
    stop: post(`${LIST}/stop`, { ...by('events.change'), ...NO_BODY }),
    resume: post(`${LIST}/resume`, { ...by('events.change'), ...NO_BODY }),
    release: post(`${LIST}/release`, { ...by('events.change'), ...NO_BODY }),
    skip: post(`${LIST}/entries/:entryId/skip`, { ...by('events.change'), ...NO_BODY }),
  },
} satisfies Record<string, Record<string, Route>>;
