import type { Way } from '../../../../../src/dashboard/event-guests/add-guests-view.ts';

export const en = {
  ways: 'How to add guests',
  way: {
    give: 'Give tickets away',
    list: 'From a list',
    counter: 'Sell at the counter',
  } satisfies Record<Way, string>,
};
