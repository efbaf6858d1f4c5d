import { wordsEn } from '../words-en.ts';

/** The texts of a waiting room's pages, in English. The script's own words are apart: it loads no others. */
export const en = {
  words: wordsEn,
  room: 'Waiting room',
  hostedBy: (host: string) => `Hosted by ${host}`,

  finding: { title: 'Finding your place…', text: 'This takes a moment.' },
  email: {
    title: 'Get in line',
    text: 'Each e-mail address gets one place, which keeps the line fair. Enter the address you will order with. We send it a link, and you’re in line once you confirm.',
    label: 'E-mail',
    send: 'Get in line',
  },
  confirm: {
    title: 'Check your inbox',
    text: 'Open the link in the e-mail and press the button there to get in line. Confirm before the draw to take part in it.',
    keep: 'Keep this page open: your place will appear here, whichever device you open the link on.',
    again: 'Nothing after a few minutes? Check your spam folder, or enter your address again.',
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
      text: 'Your address is confirmed. Go back to the page where you entered it: it shows your place and tells you when it’s your turn. You can close this page.',
    },
    in_line_late: {
      title: 'You are in line, behind the draw',
      text: 'You confirmed after the draw, so you come after the people who took part. Go back to the page where you entered your address: it shows your place. You can close this page.',
    },
    email_known: {
      title: 'This address already has a place',
      text: 'Each e-mail address has one place in line. Yours is in another window or on another device: continue there.',
    },
    replaced: {
      title: 'This link was replaced',
      text: 'You entered another address since. Use the link in the newest e-mail, or get in line again.',
    },
    gone: {
      title: 'This link no longer works',
      text: 'It worked for one hour. Enter your address again in the waiting room.',
    },
    closed: { title: 'This waiting room is closed', text: 'There is nothing left to confirm.' },
  },
  lineUp: {
    title: 'You are in line',
    until: 'until the draw',
    text: (when: string) =>
      `The order is drawn at random on ${when}. Everyone who is here by then has an equal chance, whoever came first.`,
  },
  waiting: { title: 'Your place in line' },
  turn: {
    title: 'It’s your turn',
    text: 'We’re taking you to the tickets.',
    go: 'To the tickets',
    used: 'You’re already buying in another window. Continue there, or try again here.',
    elsewhere: 'Go back to the page where you were buying: you can continue there now.',
  },
  expired: {
    title: 'Your turn is over',
    text: 'You bought tickets, your time to choose ended, or this page was closed for too long. You can get in line again.',
  },
  left: { title: 'You left the line', text: 'Your place went to the next person.' },
  full: {
    title: 'Too many people from your network',
    text: 'To keep the line fair, each internet connection gets a limited number of places. Try another connection, such as mobile data, or try again in a minute.',
  },
  again: 'Get in line again',
  retry: 'Try again',

  paused: 'The host has paused the line. You keep your place.',

  leave: {
    ask: 'Leave the line',
    sure: 'You will lose your place. Leave anyway?',
    yes: 'Leave',
    no: 'Stay in line',
  },

  next: {
    title: 'What happens next',
    draw: 'The order is drawn at random, once, for everyone who is here.',
    enter: 'We let people in one after another, so buying stays quick.',
    turn: 'When it’s your turn, this page opens the tickets by itself. You then have a few minutes to choose.',
    keep: 'Keep this page open, or come back to it on this device: you keep your place. Reloading won’t move you up.',
  },
  fair: 'Nobody can buy a better place, and everyone can check the draw.',
  howFair: 'How the draw works',

  noScript: {
    join: 'JavaScript is off in your browser. You can still get in line: this page reloads every half minute.',
    wait: 'This page reloads every half minute. Keep its address: it is your place in line.',
  },

  fairness: {
    title: 'How the draw works',
    back: 'Back to the waiting room',
    intro:
      'Everyone in the waiting room before the draw has an equal chance. It doesn’t matter who came first, who reloads more often, or who has the faster connection.',
    steps: {
      title: 'In three steps',
      seal: 'Before anyone could get in line, we made a random number and kept it secret: the seed. Its hash is published here. The hash fits this one number only, so nobody can swap the seed later.',
      rank: 'Every place in line has a random name, made by your own browser. At the start of the sale, seed and name together give each place its rank (HMAC-SHA-256). Nobody can steer this calculation. The smallest rank goes first.',
      open: 'After the draw we publish the seed and the list of all places in order. Anyone can repeat the calculation.',
    },
    hash: 'Hash of the seed (SHA-256)',
    seed: 'The seed',
    seedLater: (when: string) => `It is published after the draw, on ${when}.`,
    list: (count: number, written: string) =>
      `The list of the draw (${count === 1 ? 'one place' : `${written} places`})`,
    late: 'People who come after the draw go behind it: first come, first served.',
    check: {
      title: 'Check your own place',
      text: 'Your browser repeats the draw with the list and the seed.',
      start: 'Check now',
      later: 'After the draw you can check your place here.',
      needsScript: 'This check needs JavaScript.',
    },
    program: 'Developers can check the whole draw with this command:',
  },
};

export type Texts = typeof en;
