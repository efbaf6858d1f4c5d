export const en = {
  title: 'New event',
  back: 'All events',
  intro: 'Nobody sees it until you publish it.',
};
