import { randomUUIDv7 } from 'node:crypto';
import type { FeeRule } from '../inventory/fees.ts';
import type { Country } from '../money/countries.ts';
import { newOrderReference } from '../orders/order-reference.ts';
import type { GatewayName, PaidThrough } from '../payments/gateway.ts';
import type { DemoTicketType } from './story-types.ts';

/** The earlier sales of a ticket type, before the story begins. */
export type SoldBefore = Pick<DemoTicketType, 'name' | 'priceMinor' | 'maximumPerOrder' | 'unpaidOrders'> & {
  hostId: string;
  country: Country;
  eventId: string;
  ticketTypeId: string;
  quantity: number;
  /** The host's fee, which buyers online pay on top. */
  fees: FeeRule;
  /** When the sale ended, with the event or its cancellation; 0: it goes on. */
  endedHoursAgo: number;
};

export type Planned = SoldBefore & {
  orderId: string;
  reference: string;
  firstName: string;
  lastName: string;
  source: 'embed' | 'api' | 'host' | 'complimentary';
  /** Null: there is nothing to pay. */
  gateway: PaidThrough | null;
  paidBy: 'transfer' | 'cash' | 'card' | null;
  /** Of its confirmation, in the order's history. */
  cause: string;
  usesCode: boolean;
  /** `processing`: it is paid for. */
  status: 'processing' | 'pending_payment' | 'failed' | 'expired';
  /** When it was confirmed, and how long the buyer took to pay. */
  hoursAgo: number;
  minutesToPay: number;
  /** How many of its tickets are refunded since. */
  refunded: number;
};

const FIRST_NAMES = (
  'Adaeze, Tunde, Ngozi, Kwame, Efua, Thandi, Sipho, Zainab, Chidi, Ama, Lerato, Yaw, Folake, Bongani, Halima, Emeka, ' +
  'Akosua, Naledi, Ibrahim, Kemi, Kojo'
).split(', ');
const LAST_NAMES = (
  'Nwosu, Bakare, Eze, Mensah, Boateng, Dlamini, Ndlovu, Bello, Okonkwo, Serwaa, Mokoena, Asante, Adeyemi, Khumalo, Sani, ' +
  'Obi, Owusu, Molefe, Musa, Alabi, Appiah, Danjuma, Quaye'
).split(', ');
const SIZES = [2, 1, 4, 2, 3, 6, 2, 4];
const PAID_BY = ['transfer', 'cash', 'card'] as const;
const PAID_WITH: Partial<Record<Country, GatewayName[]>> = {
  NIGERIA: ['paystack', 'flutterwave', 'paystack'],
  GHANA: ['flutterwave', 'paystack'],
  SOUTH_AFRICA: ['paystack', 'stripe', 'stripe'],
};
// The box office sells the rest, every few days.
const SOLD_ONLINE = 0.85;
// Of the orders online, one in so many is by the API, follows an attempt that came to nothing, or uses the code that its event has.
const ONE_BY_API = 3;
const ONE_TRIED_BEFORE = 29;
const ONE_BY_CODE = 4;
const ONE_REFUNDED = 53;
// On the guest list: one in so many of the buyers by name.
const ONE_INVITED = 31;
// Sales went on for two months: every day of the last two weeks, at every time of the day, and more rarely before.
const MOMENTS = 20;
const DAILY = 14;
const hoursAgo = (moment: number): number =>
  moment < DAILY ? 1 + 25 * moment : 350 + 150 * (moment - DAILY);
// The counter's moments, and the guest list's.
const COUNTER_HOURS_AGO = [6, 150, 390];
const INVITED_HOURS_AGO = 30;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Plans the buyers of a ticket type: most of them online, some at the counter, some by invitation. */
export function planOrders(sold: SoldBefore, nr: number): Planned[] {
  // Nobody goes to the counter for a free ticket.
  const online = sold.priceMinor === 0 ? sold.quantity : Math.ceil(sold.quantity * SOLD_ONLINE);
  const sizes: number[] = [];
  for (let left = online; left > 0; left -= sizes.at(-1) ?? left)
    sizes.push(Math.min(pick(SIZES, nr + sizes.length), sold.maximumPerOrder, left));
  const share = Math.ceil((sold.quantity - online) / COUNTER_HOURS_AGO.length);
  const atCounter = COUNTER_HOURS_AGO.map((_, at) =>
    Math.max(0, Math.min(share, sold.quantity - online - at * share)),
  ).filter((quantity) => quantity > 0);
  return [
    ...atCounter.map((quantity, at) =>
      plan(sold, { at: nr + at * 13, quantity, ...sellAtCounter(sold, at) }),
    ),
    ...sizes.flatMap((quantity, at) => planOnline(sold, { at: nr * 211 + at, quantity })),
    ...Array.from({ length: sold.unpaidOrders ?? 0 }, (_, at) =>
      plan(sold, { at: nr + at, quantity: 2, status: 'pending_payment', gateway: 'sandbox', hoursAgo: 0 }),
    ),
  ];
}

type Numbered = { at: number; quantity: number };

function plan(sold: SoldBefore, { at, ...order }: Numbered & Partial<Planned>): Planned {
  return {
    ...sold,
    orderId: randomUUIDv7(),
    reference: newOrderReference(),
    firstName: pick(FIRST_NAMES, at * 5),
    lastName: pick(LAST_NAMES, at * 7),
    source: 'embed',
    gateway: sold.priceMinor === 0 ? null : pick(PAID_WITH[sold.country] ?? ['stripe'], at),
    paidBy: null,
    cause: sold.priceMinor === 0 ? 'nothing to pay' : 'checked with the gateway after its call',
    usesCode: false,
    status: 'processing',
    hoursAgo: hoursAgo((at * 17) % MOMENTS) + sold.endedHoursAgo,
    minutesToPay: 2 + ((at * 7) % 25),
    refunded: 0,
    ...order,
  };
}

function sellAtCounter({ endedHoursAgo }: SoldBefore, at: number): Partial<Planned> {
  return {
    firstName: 'Box',
    lastName: 'Office',
    source: 'host',
    gateway: 'by_hand',
    paidBy: pick(PAID_BY, at),
    cause: 'sold by the host',
    hoursAgo: pick(COUNTER_HOURS_AGO, at) + endedHoursAgo,
    minutesToPay: 0,
  };
}

function invite({ endedHoursAgo }: SoldBefore): Partial<Planned> {
  return {
    source: 'complimentary',
    gateway: null,
    cause: 'given away by the host',
    hoursAgo: INVITED_HOURS_AGO + endedHoursAgo,
    minutesToPay: 0,
  };
}

function planOnline(sold: SoldBefore, order: Numbered): Planned[] {
  const { at, quantity } = order;
  if (sold.priceMinor === 0) return [plan(sold, order)];
  if (at % ONE_INVITED === 5) return [plan(sold, { ...order, ...invite(sold) })];
  const source = at % ONE_BY_API === 0 ? 'api' : 'embed';
  const paid = plan(sold, {
    ...order,
    source,
    usesCode: at % ONE_BY_CODE === 1,
    // The whole order, or one of its tickets; and nobody who was at the event.
    refunded: at % ONE_REFUNDED !== 7 || sold.endedHoursAgo > 0 ? 0 : at % 2 === 0 ? quantity : 1,
  });
  if (at % ONE_TRIED_BEFORE !== 0) return [paid];
  const status = at % 2 === 0 ? 'failed' : 'expired';
  return [plan(sold, { ...order, source, status, hoursAgo: paid.hoursAgo + 1 }), paid];
}
