export const en = {
  intro: 'The checkout on a site of yours.',
};
