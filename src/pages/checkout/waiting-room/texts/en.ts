import { wordsEn } from '../words-en.ts';

/** What stands on the pages of a waiting room, in English. The script's own words are apart: it loads no others. */
export const en = {
  words: wordsEn,
  room: 'Waiting room',
  hostedBy: (host: string) => `Hosted by ${host}`,

  finding: { title: 'Finding your place…', text: 'This takes a moment.' },
  email: {
    title: 'Get in line',
    text: 'Each e-mail address has one place, which keeps the line fair. Enter the one that you will order with: we send it a link, and you are in line once you have confirmed.',
    label: 'E-mail',
    send: 'Get in line',
  },
  confirm: {
    title: 'Check your inbox',
    text: 'Open the link in the e-mail and press the button there. You are in line from then on. Confirm before the draw to take part in it.',
    keep: 'Keep this page open: your place will be here, whichever device you open the link on.',
    again: 'Nothing there after a few minutes? Look in the spam folder, or enter your address again.',
    change: 'Change address or send again',
  },
  confirmed: {
    button: 'Confirm my place',
    toRoom: 'To the waiting room',
    ask: {
      title: 'Confirm your place in line',
      text: 'Someone entered your e-mail address in this waiting room. If it was you, press the button.',
    },
    in_line: {
      title: 'You are in line',
      text: 'Your address is confirmed. Go back to the page where you entered it: your place is there, and it will say when it is your turn. You can close this page.',
    },
    in_line_late: {
      title: 'You are in line, behind the draw',
      text: 'The draw was before you confirmed, so you come after those who took part. Go back to the page where you entered your address: your place is there. You can close this page.',
    },
    email_known: {
      title: 'This address already has a place',
      text: 'Each e-mail address has one place in line. Yours is in another window or on another device: continue there.',
    },
    replaced: {
      title: 'This link was replaced',
      text: 'Another address was entered since. Use the link in the newest e-mail, or line up again.',
    },
    gone: {
      title: 'This link no longer works',
      text: 'It works for one hour, while the page where you entered your address is in the waiting room. Enter your address again.',
    },
    closed: { title: 'This waiting room is closed', text: 'There is nothing left to confirm.' },
  },
  lineUp: {
    title: 'You are in line',
    until: 'until the draw',
    text: (when: string) =>
      `The order is drawn by lot on ${when}. Everybody who is here by then has the same chance, whoever came first.`,
  },
  waiting: { title: 'Your place in line' },
  turn: {
    title: 'It’s your turn',
    text: 'We are taking you to the tickets.',
    go: 'To the tickets',
    used: 'Your turn is used in another window already. Go on there, or try it here once more.',
    elsewhere: 'Go back to the page where you were buying: it lets you in now.',
  },
  expired: {
    title: 'Your turn is over',
    text: 'You have bought, your time to choose has ended, or your network was full and this page was closed for long. You can line up again.',
  },
  left: { title: 'You have left the line', text: 'Your place is free for the next one.' },
  full: {
    title: 'Your network has many places already',
    text: 'One internet connection can have so many places in line and no more: that keeps the line fair. Try it with another one, such as mobile data, or again in a minute.',
  },
  again: 'Line up again',
  retry: 'Try again',

  paused: 'The host has stopped the line for a moment. You keep your place.',

  leave: {
    ask: 'Leave the line',
    sure: 'Your place is then gone. Leave all the same?',
    yes: 'Leave',
    no: 'Stay in line',
  },

  next: {
    title: 'What happens next',
    draw: 'The order is drawn by lot, once for all who are here.',
    enter:
      'People are let in one after the other, so that the tickets stay quick to buy for everybody inside.',
    turn: 'When it is your turn, this page opens the tickets by itself. You then have some minutes to choose.',
    keep: 'Leave this page open, or come back to it on this device: your place stays yours. To load it again makes nothing quicker.',
  },
  fair: 'Nobody can buy a better place, and everybody can check the draw.',
  howFair: 'How the draw works',

  noScript: {
    join: 'Your browser runs no JavaScript. You can line up all the same: the page loads itself again every half minute.',
    wait: 'This page loads itself again every half minute. Keep its address: it is your place in line.',
  },

  fairness: {
    title: 'How the draw works',
    back: 'Back to the waiting room',
    intro:
      'Who is in the waiting room before the sale has the same chance as everybody else there. It does not matter who came first, who loads the page more often, or who has the faster line.',
    steps: {
      title: 'In three steps',
      seal: 'Before anybody could line up, a random number was made and kept secret: the seed. Its hash, which fits this one number only, is published here, so that nobody can exchange the seed later.',
      rank: 'Every place in line has a random name, which your own browser made. At the start of the sale, seed and name together give each place its rank: HMAC-SHA-256, a calculation that nobody can steer. The smallest rank is let in first.',
      open: 'After the draw the seed is published with the list of all places in their order. Anybody can calculate it again.',
    },
    hash: 'Hash of the seed (SHA-256)',
    seed: 'The seed',
    seedLater: (when: string) => `It is published after the draw, on ${when}.`,
    list: (count: string) => `The list of the draw (${count} places)`,
    late: 'Who comes after the draw lines up behind it: first come, first served.',
    check: {
      title: 'Check your own place',
      text: 'Your browser calculates the draw again, with the list and the seed.',
      start: 'Check now',
      later: 'After the draw you can check your place here.',
      needsScript: 'For this check your browser needs JavaScript.',
    },
    program: 'Programmers check the whole draw with the command',
  },
};

export type Texts = typeof en;
