export const en = {
  intro: 'The seats of the hall, and which ticket type each is sold as.',
};
