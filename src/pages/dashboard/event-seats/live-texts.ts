import { pageTexts } from '../texts/page-texts.ts';

// Texts of the hall on sale, loaded with its map.

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

const en = {
  live: 'This map updates live.',
  notLive: 'We can’t update the seats right now. This may be out of date.',
  selection: {
    title: 'Selected seats',
    none: 'No seats selected. Click seats on the map, drag a box around them, or tick them in the list.',
    count: (count: number) => (count === 1 ? '1 seat selected' : `${number(count)} seats selected`),
    clear: 'Clear selection',
    goTo: (count: number) => `Go to selection (${number(count)})`,
    reason: 'Reason',
    reasonHint: 'e.g. Press, or Band. Your team sees it.',
    color: 'Colour on the map',
    block: (count: number) => `Block ${seats(count)}`,
    change: (count: number) => `Change ${count === 1 ? 'the reason' : `the reason of ${seats(count)}`}`,
    blocked: (count: number) => `${seats(count)} blocked. Nobody can buy ${count === 1 ? 'it' : 'them'}.`,
    release: (count: number) => `Release ${seats(count)}`,
    released: (count: number) => `${seats(count)} back on sale.`,
    sell: 'Sell these seats',
    sellHint: 'By cash, by transfer or for free; house seats too.',
    sellTooMany: (most: number) => `You can sell up to ${number(most)} seats at once.`,
    inTheWay: (count: number) =>
      count === 1 ? 'You can’t block one of them:' : `You can’t block ${number(count)} of them:`,
    oneInTheWay: (name: string, isSold: boolean) => `${name}: ${isSold ? 'sold' : 'held by a buyer'}.`,
    leaveOut: (count: number) => `Deselect ${count === 1 ? 'it' : `these ${number(count)}`}`,
  },
  companions: {
    title: (count: number) => (count === 1 ? '1 companion seat' : `${number(count)} companion seats`),
    rule: 'Buyers get a companion seat only together with its wheelchair place. Once you release it, anyone can buy it.',
    select: 'Select them',
    release: (count: number) =>
      `Release ${count === 1 ? '1 companion seat' : `${number(count)} companion seats`}`,
    confirmTitle: (count: number) =>
      `Release ${count === 1 ? 'the companion seat' : `${number(count)} companion seats`}?`,
    confirm: (count: number) =>
      `Anyone can then buy ${count === 1 ? 'it' : 'them'}, and wheelchair users may have no seat for their companion. You can’t undo this for this event.`,
    released: (count: number) => `Anyone can now buy ${seats(count)}.`,
  },
};

export const useLiveHallTexts = pageTexts({ en, fr: en });
