export const en = {
  intro: 'What is sold: prices, how many there are, and when.',
};
