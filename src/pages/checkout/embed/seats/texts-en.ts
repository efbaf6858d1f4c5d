import type { Language } from '../../../../values/language.ts';

/** The seat picker's texts, in English. */
export const seatTexts = {
  seatLanguage: 'en' as Language,
  picker: 'Seats',
  stage: 'STAGE',

  views: 'How to choose',
  map: 'Map',
  list: 'List',
  mapLabel: 'Seat map',
  mapHint:
    'Arrow keys move from seat to seat, Home and End to the ends of a row, Page Up and Page Down from row to row, Enter or Space chooses, plus and minus zoom, 0 shows the whole map. The list has the same seats.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeMap: 'Whole map',
  tapToZoom: 'Tap a section to zoom in',

  prices: 'Show one price',
  allPrices: 'All prices',
  needs: 'Wheelchair places',
  fee: (fees: string) => `+ ${fees} fee`,
  plusFees: (price: string, fees: string) => `${price} + ${fees} fee`,
  yours: 'Yours',
  taken: 'Taken',
  accessible: 'Accessible',
  restricted: 'Restricted view',
  companion: 'Companion seat, sold with its wheelchair place',
  wholeTable: 'Table sold whole',
  free: (count: number) => (count === 0 ? 'none free' : `${count} free`),
  soldOut: 'Sold out',
  left: (count: number) => `${count} left`,
  fromTo: (least: string, most: string) => `${least} – ${most}`,

  row: (row: string) => `Row ${row}`,
  seat: (seat: string) => `Seat ${seat}`,
  and: (items: string[]) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join('; ')} and ${items.at(-1) ?? ''}`,
  moreRows: (count: number) => (count === 1 ? 'Show 1 more row' : `Show ${count} more rows`),
  noSeats: 'This event has no seats to choose from yet.',
  noneOfPrice: 'No seats at this price.',

  best: 'Best available',
  bestCount: 'How many seats?',
  oneLess: 'One less',
  oneMore: 'One more',
  bestPrice: 'Price',
  anyPrice: 'Any price',
  bestAccessible: 'With an accessible seat',
  bestFind: 'Find seats',
  bestTogether: (count: number, seats: string) =>
    count === 1 ? `We chose this one for you: ${seats}.` : `We chose ${count} together for you: ${seats}.`,
  bestSplit: (count: number, seats: string) =>
    `No ${count} seats together are left, so we chose the closest ones: ${seats}.`,
  bestFewer: (count: number, seats: string) =>
    count === 1 ? `Only one seat is left: ${seats}.` : `Only ${count} seats are left: ${seats}.`,
  bestNone: 'No such seats are left. Try another price, or fewer seats.',

  chosen: 'Your seats',
  nothingChosen: 'No seats chosen yet.',
  priceOf: (seat: string) => `Price of ${seat}`,
  priceGone: (price: string, seats: string, now: { count: number; name: string; price: string }) =>
    `${price} is no longer available: ${seats} ${now.count === 1 ? 'is' : 'are'} ${now.name} now, ${now.price}${now.count === 1 ? '' : ' each'}.`,
  remove: (seat: string) => `Remove ${seat}`,
  lost: (seats: string, count: number, othersKept: boolean) =>
    `Someone was faster: ${seats} ${count === 1 ? 'has' : 'have'} just been taken.${othersKept ? ' Your other seats are kept.' : ''}`,
  noPrice: (seats: string, _count: number, othersKept: boolean) =>
    `No price is left for ${seats}.${othersKept ? ' Your other seats are kept.' : ''}`,
  alreadyTaken: (seat: string) => `${seat} is taken.`,
  limit: (count: number, name: string) =>
    count === 1
      ? `One order can have one ${name} seat.`
      : `One order can have at most ${count} ${name} seats.`,
  together: (seats: string, isAdded: boolean) =>
    `These are sold together${isAdded ? '' : ' and removed together'}: ${seats}.`,
  lacks: (seat: string, other: string) => `${seat} is only sold with ${other}, which is taken.`,
  moved: (seats: string, count: number, othersKept: boolean) =>
    `The host has changed the seats, and ${seats} ${count === 1 ? 'is' : 'are'} no longer there.${othersKept ? ' Your other seats are kept.' : ''}`,
  redrawn: 'The host has changed the seats. Yours are kept.',
  stranded: (seats: string, count: number) =>
    count === 1
      ? `Your choice leaves ${seats} on its own. Could you move along by one?`
      : `Your choice leaves single seats: ${seats}. Could you move along by one?`,
  strandedRefused: (seats: string, count: number) =>
    count === 1
      ? `Your choice leaves ${seats} on its own. Take it too, or move along by one: such a choice is refused as long as another is possible.`
      : `Your choice leaves single seats: ${seats}. Take them too, or move along by one: such a choice is refused as long as another is possible.`,
  singleRefused: (seats: string, count: number, isHeld: boolean) =>
    (count === 1
      ? `These seats can’t be sold: ${seats} would be left on its own. Take it too, move along by one, or sit elsewhere.`
      : `These seats can’t be sold: ${seats} would each be left alone. Take them too, move along by one, or sit elsewhere.`) +
    (isHeld ? ' If you have it in another tab, buy all seats there.' : ''),
  notLive: 'Seats are not updating at the moment. We check yours when you continue.',
};

export type SeatTexts = typeof seatTexts;
