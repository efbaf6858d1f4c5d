/** What the page's script says, in English. The other languages have the same keys, which the types see to. */
export const wordsEn = {
  /** In the tab, behind the name of the event. */
  titles: { waiting: (place: string) => `${place} in line`, turn: 'It’s your turn!' },

  inLine: (count: number, written: string) =>
    count === 1 ? 'One person is in line.' : `${written} people are in line.`,
  ahead: (count: number, written: string) =>
    count === 0
      ? 'Nobody is before you: you are next.'
      : count === 1
        ? 'One person is before you.'
        : `${written} people are before you.`,
  drawn: (place: string, count: string) => `You drew place ${place} of ${count}.`,
  late: 'You came after the draw, so you are let in after those who were here for it.',

  /** Until the draw. */
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),

  /** How long it still takes. */
  estimate: {
    unknown: 'We can’t say yet how long it takes',
    soon: 'Less than a minute to go',
    minutes: (minutes: number) => `About ${minutes} minutes to go`,
    hours: (hours: number) => `About ${hours} hours to go`,
    paused: 'The line stands still for a moment',
  },

  untilTurnEnds: (time: string) => `You have until ${time} to choose your tickets.`,

  /** Where the link was sent; empty: this browser does not know any more. */
  sentTo: (email: string) =>
    email === ''
      ? 'We have sent you an e-mail with a link.'
      : `We have sent an e-mail with a link to ${email}.`,
  meant: (email: string) => `Did you mean ${email}?`,

  /** Read aloud, one sentence for each change that matters. */
  aloud: {
    linedUp: (when: string) => `You are in line. The order is drawn on ${when}.`,
    place: (place: string, estimate: string) => `You are number ${place} in line. ${estimate}.`,
    turn: 'It is your turn: the tickets open now.',
    paused: 'The line stands still for a moment. You keep your place.',
    goesOn: 'The line goes on.',
    back: 'The connection is back. You have kept your place.',
  },

  trouble: {
    offline: 'No connection just now. You keep your place, and this page goes on by itself.',
    slow: 'Very many people are here just now. You keep your place, and this page goes on by itself.',
  },

  problems: {
    email_wrong: 'Enter an e-mail address such as name@example.com.',
    full: 'Very many people from your network are in line already.',
  },
};

export type Words = typeof wordsEn;
