export const en = {
  intro: 'Codes that take something off the price.',
};
