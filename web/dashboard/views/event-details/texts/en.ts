export const en = {
  intro: 'What buyers read about the event, and where and when it is.',
};
