/** What somebody who makes an event chooses from. */
export type NewEventView = {
  categories: { slug: string; name: string }[];
};
