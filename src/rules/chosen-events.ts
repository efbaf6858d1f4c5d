/** More events are chosen by choosing all of them. */
export const MAX_CHOSEN_EVENTS = 500;
