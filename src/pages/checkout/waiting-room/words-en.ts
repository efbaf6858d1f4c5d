/** The texts of the page's script, in English. The other languages have the same keys, which the types see to. */
export const wordsEn = {
  /** In the tab, behind the name of the event. */
  titles: { waiting: (place: string) => `${place} in line`, turn: 'It’s your turn!' },

  inLine: (count: number, written: string) =>
    count === 1 ? 'One person is in line.' : `${written} people are in line.`,
  ahead: (count: number, written: string) =>
    count === 0
      ? 'You’re next.'
      : count === 1
        ? 'One person is ahead of you.'
        : `${written} people are ahead of you.`,
  drawn: (place: string, count: string) => `You drew place ${place} of ${count}.`,
  late: 'You came after the draw, so your turn comes after the people who took part in it.',

  /** Until the draw. */
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),

  /** How long it still takes. */
  estimate: {
    unknown: 'We can’t estimate the wait yet',
    soon: 'Less than a minute to go',
    minutes: (minutes: number) => `About ${minutes} minutes to go`,
    hours: (hours: number) => `About ${hours} hours to go`,
    paused: 'The line is paused',
  },

  untilTurnEnds: (time: string) => `You have until ${time} to choose your tickets.`,

  /** The address that the link was sent to; empty: this browser no longer knows it. */
  sentTo: (email: string) =>
    email === '' ? 'We sent you an e-mail with a link.' : `We sent an e-mail with a link to ${email}.`,
  meant: (email: string) => `Did you mean ${email}?`,

  /** Read aloud, one sentence for each change that matters. */
  aloud: {
    linedUp: (when: string) => `You are in line. The order is drawn on ${when}.`,
    place: (place: string, estimate: string) => `You are number ${place} in line. ${estimate}.`,
    turn: 'It’s your turn: the tickets are opening.',
    paused: 'The line is paused. You keep your place.',
    goesOn: 'The line is moving again.',
    back: 'The connection is back. You have kept your place.',
  },

  trouble: {
    offline: 'You’re offline. You keep your place, and this page continues by itself.',
    slow: 'Many people are here right now. You keep your place, and this page continues by itself.',
  },

  problems: {
    email_wrong: 'Enter an e-mail address such as name@example.com.',
    full: 'Too many people from your network are in line already.',
  },
};

export type Words = typeof wordsEn;
