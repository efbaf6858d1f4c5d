export const en = {
  intro: 'Webhooks: what your own server is told of each purchase.',
};
