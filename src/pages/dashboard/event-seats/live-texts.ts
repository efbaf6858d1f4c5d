import { pageTexts } from '../texts/page-texts.ts';

// What the hall on sale says, which is loaded with its map.

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

const en = {
  live: 'Seats change here as they are bought.',
  notLive: 'The seats can’t be looked at just now: what you see may be old.',
  selection: {
    title: 'Selected seats',
    none: 'Nothing is selected. Press seats on the map, drag a box around them, or tick them in the list.',
    count: (count: number) => (count === 1 ? '1 seat is selected' : `${number(count)} seats are selected`),
    clear: 'Clear the selection',
    goTo: (count: number) => `To the selection (${number(count)})`,
    reason: 'Reason',
    reasonHint: 'Such as Press, or For the band. Members see it.',
    color: 'Colour on the map',
    block: (count: number) => `Block ${seats(count)}`,
    change: (count: number) => `Change ${count === 1 ? 'the reason' : `the reason of ${seats(count)}`}`,
    blocked: (count: number) =>
      `${seats(count)} ${count === 1 ? 'is' : 'are'} kept back. Nobody can buy ${count === 1 ? 'it' : 'them'}.`,
    release: (count: number) => `Release ${seats(count)}`,
    released: (count: number) => `${seats(count)} ${count === 1 ? 'is' : 'are'} for sale again.`,
    sell: 'Sell these seats',
    sellHint: 'At the counter, by transfer or for nothing, house seats too.',
    sellTooMany: (most: number) => `At most ${number(most)} seats can be taken along to be sold at once.`,
    inTheWay: (count: number) =>
      count === 1 ? 'One of them can’t be blocked:' : `${number(count)} of them can’t be blocked:`,
    oneInTheWay: (name: string, isSold: boolean) => `${name}: ${isSold ? 'sold' : 'held by a buyer'}.`,
    leaveOut: (count: number) => `Leave ${count === 1 ? 'it' : `these ${number(count)}`} out`,
  },
  companions: {
    title: (count: number) =>
      count === 1 ? '1 seat is for a companion' : `${number(count)} seats are for companions`,
    rule: 'A companion’s seat is sold in one cart with the wheelchair place that it goes with, and not alone. Once it is released anybody can buy it.',
    select: 'Select them',
    release: (count: number) =>
      `Release ${count === 1 ? '1 companion’s seat' : `${number(count)} companions’ seats`}`,
    confirmTitle: (count: number) =>
      `Release ${count === 1 ? 'the companion’s seat' : `${number(count)} companions’ seats`}?`,
    confirm: (count: number) =>
      `From then on anybody can buy ${count === 1 ? 'it' : 'them'} alone, and wheelchair users may be left without a seat for whoever comes along. This can’t be taken back for this event.`,
    released: (count: number) => `${seats(count)} can be bought by anybody now.`,
  },
};

export const useLiveHallTexts = pageTexts({ en, fr: en });
