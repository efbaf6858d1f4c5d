import { computed, signal, type ReadonlySignal } from '@preact/signals';
import {
  backOnSaleAt,
  estimate,
  stateNow,
  totalsOf,
  type NamedSeat,
  type Quantities,
  type Totals,
} from './cart.ts';
import { EMPTY_DRAFT, type Draft, type FieldErrors } from './check-person.ts';
import type { HoldBody } from './server/hold-schemas.ts';
import type { IssuedTickets, OrderState } from './server/issued-schemas.ts';
import type { PageData } from './server/page-data-schema.ts';
import type { Reservation } from '../../../reservations/reservation-schema.ts';
import type { OfferedWay } from '../../../payments/payment-way.ts';
import { secondsUntil } from './countdown.ts';
import { moneyFormatter } from '../../../values/money-formatter.ts';
import { createAsked, type Answers } from './asked.ts';
import type { SeatPlan, SeatTypes } from './seats/seat-plan.ts';
import type { Texts } from './texts/texts.ts';

export type Step = 'choose' | 'details' | 'pay' | 'done';

/** Changes that the buyer didn't make, and good news. */
export type Note = { tone: 'good' | 'warn'; text: string };

/** Something went wrong: what to say, and how to go on from there. */
export type Trouble = {
  text: string;
  retry: (() => void) | null;
  /** It is over once all fields are right. */
  isAboutFields?: true;
  /** The server could not be reached: it is over once it can. */
  isUnreached?: boolean;
};

/** Tickets the server keeps for this buyer. */
export type Hold = {
  reservation: Reservation;
  /** On this device's clock. */
  endsAtMs: number;
  /** The cart that was held and priced, as it was sent. */
  cart: string;
};

/** The recipient of a ticket, and its seat if it has one. */
export type Recipient = Draft & {
  isBuyer: boolean;
  seat: NamedSeat | null;
  /** To what the host asks about this ticket. */
  answers?: Answers;
};

/** The order that is being paid. Fields that a page without storage can't know after the return are null. */
export type PendingOrder = Pick<OrderState, 'status'> & {
  /** Of a refunded order. */
  isPaidBack?: boolean;
  reference: string;
  checkoutUrl: string | null;
  isFramable: boolean;
  /** The ways to pay, where the buyer chooses: `checkoutUrl` is then our own page for that. */
  ways?: OfferedWay[];
  /** The document that shows the payment within this page; null: none. */
  frameUrl: string | null;
};

/** The amount to pay, as the server told it last. */
export type Unpaid = NonNullable<OrderState['payment']> & {
  /** On this device's clock. */
  endsAtMs: number;
};

/** A purchase of this visit: its buyer may see the whole address, and has the cart's token to correct it with. */
export type OwnPurchase = {
  reference: string;
  token: string;
  email: string;
  /** Since a correction: what opens the order now, whatever an older address of this page says. */
  receiptToken?: string;
};

/** It may still be paid. While it is `processing`, the gateway is being asked for a payment link. */
export const isWaiting = ({ status }: Pick<OrderState, 'status'>): boolean =>
  status === 'pending_payment' || status === 'processing';

/** Its tickets were issued. Of an order that was refunded in part the others are still good. */
export const isBought = ({ status }: Pick<OrderState, 'status'>): boolean =>
  status === 'confirmed' || status === 'partially_refunded';

/** The order that was sent, so that sending it again is the same order and not another one. */
export type Attempt = { key: string; body: string };

/** All that the page knows. Drawn by the server too, so nothing in here touches a browser. */
export function createCheckout(data: PageData, texts: Texts, { isInPage = false } = {}) {
  const writeMoney = moneyFormatter(data.locale, data.currency);
  const step = signal<Step>(data.reference === null ? 'choose' : 'pay');
  const tickets = signal(data.tickets);
  const quantities = signal<Quantities>({});
  const chosenSeats = signal<string[]>([]);
  const seatTypes = signal<SeatTypes | undefined>(undefined);
  const seatPlan = signal<SeatPlan | null>(null);
  const promoCode = signal('');
  const hold = signal<Hold | null>(null);
  const nowMs = signal(0);

  const isSeated = data.event.kind === 'seat_map';
  const cart = computed((): HoldBody => {
    const items = Object.entries(quantities.value).map(([sku, quantity]) => ({ sku, quantity }));
    // Undefined fields are not sent.
    const what = isSeated ? { items, seatIds: chosenSeats.value, seatTypes: seatTypes.value } : { items };
    const code = promoCode.value.trim();
    return (code === '' ? what : { ...what, promoCode: code }) as HoldBody;
  });
  /** Whether the hold is of the cart as it is now; otherwise its prices say nothing. */
  const isCartHeld = computed(() => hold.value?.cart === JSON.stringify(cart.value));
  const secondsLeft = computed(() => (hold.value ? secondsUntil(hold.value.endsAtMs, nowMs.value) : 0));
  const totals = computed((): Totals => {
    if (hold.value && isCartHeld.value) return totalsOf(hold.value.reservation, tickets.value);
    const seats = seatPlan.value?.quantitiesOf(chosenSeats.value, seatTypes.value);
    return estimate(tickets.value, { ...quantities.value, ...seats });
  });

  const eventState = computed(() => stateNow(data.event.state, tickets.value));

  const ordering = createOrdering(data);
  const isLapsed = computed(
    () => hold.value !== null && !ordering.isOrdered.value && nowMs.value > 0 && secondsLeft.value === 0,
  );
  const askedSeats = signal<string[]>([]);

  return {
    data,
    texts,
    /** On the event's own page, and not alone in a frame or a tab. */
    isInPage,
    isSeated,
    step,
    tickets,
    /** When the first of what is sold out may be on sale again, on this device's clock. */
    backAtMs: signal(Date.parse(backOnSaleAt(data.tickets) ?? '')),
    quantities,
    chosenSeats,
    /** Of those that are bought at a further price: which. */
    seatTypes,
    /** Null until it has come with the picker. */
    seatPlan,
    /** Seats of the hold that is just being asked for. */
    askedSeats,
    ownSeats: computed((): string[] => {
      const held = hold.value && !isLapsed.value ? (JSON.parse(hold.value.cart) as HoldBody) : {};
      return [...askedSeats.value, ...(held.seatIds ?? [])];
    }),
    /** Seats that someone else got, for the picker to show. */
    takenNotice: signal<string[]>([]),
    /** Seats that the choice would leave alone, where that is refused. */
    singleNotice: signal<string[]>([]),
    promoCode,
    /** As it is being typed; it counts once it is applied. */
    promoDraft: signal(''),
    /** A code that was not taken, and the words for it. */
    promoRefused: signal<{ code: string; text: string } | null>(null),
    token: signal<string | null>(null),
    hold,
    nowMs,
    cart,
    isCartHeld,
    secondsLeft,
    isLapsed,
    totals,
    eventState,
    /** Nothing of it costs anything. */
    isFree: computed(
      () => tickets.value.length > 0 && tickets.value.every(({ price, fees }) => price + fees === 0),
    ),
    /** Whether there is anything to buy. A buyer who holds the last tickets may still buy them. */
    isOpen: computed(() => eventState.value === 'on_sale' || totals.value.count > 0),
    ...createPeople(data, totals),
    ...ordering,
    busy: signal(false),
    trouble: signal<Trouble | null>(null),
    note: signal<Note | null>(null),
    /** Read aloud, not shown. */
    announcement: signal(''),
    formatMoney: writeMoney,
    formatPrice: (minor: number): string => (minor === 0 ? texts.free : writeMoney(minor)),
  };
}

/** The order, from when it is sent to when its tickets are shown. */
function createOrdering(data: PageData) {
  const order = signal<PendingOrder | null>(null);
  return {
    attempt: signal<Attempt | null>(null),
    /** The buyer wants to pay by bank transfer: the only way where the host has no gateway. */
    paysByTransfer: signal(data.transfers !== null && data.payment === null),
    order,
    unpaid: signal<Unpaid | null>(null),
    /** How to pay an order that waits for a bank transfer. */
    transfer: signal<OrderState['transfer']>(null),
    /** The gateway says that money for the order is on its way. */
    isPaymentUnderWay: signal(false),
    /** The gateway's form is shown within this page. */
    paysHere: signal(false),
    /** Opens the order: its state, its tickets, its receipt. */
    receiptToken: signal<string | null>(null),
    /** An order keeps its tickets while it can be paid, longer than the hold did. */
    isOrdered: computed(() => order.value !== null && isWaiting(order.value)),
    /** Made on this page a moment ago: it goes on to the payment by itself. */
    isOrderFresh: signal(false),
    /** The buyer pressed Cancel or Close on the gateway's page. */
    wasCancelled: signal(false),
    /** Picked up from an earlier visit of this page. */
    wasRestored: signal(false),
    /** All but the first; null until their code has come. */
    laterSteps: signal<typeof import('./steps/later-steps.tsx') | null>(null),
    ownPurchase: signal<OwnPurchase | null>(null),
    issued: signal<IssuedTickets | null>(null),
  };
}

/** The buyer, and whom the tickets go to. */
function createPeople(data: PageData, totals: ReadonlySignal<Totals>) {
  const asked = createAsked(data);
  const wantsSplit = signal(false);
  const recipients = signal<Recipient[]>([]);
  const fieldErrors = signal<FieldErrors[]>([]);
  const isSplit = computed(() => wantsSplit.value && totals.value.count > 1);
  const asksFor = (person: number): boolean =>
    person === 0 || (isSplit.value && recipients.value[person - 1]?.isBuyer === false);
  return {
    ...asked,
    buyer: signal<Draft>(EMPTY_DRAFT),
    wantsSplit,
    /** Whether each ticket goes to its own person; a single one goes to the buyer. */
    isSplit,
    recipients,
    /** The buyer's errors first, then those of each recipient. */
    fieldErrors,
    /** How many fields are wrong, of those that are asked for. */
    wrongCount: computed(() =>
      fieldErrors.value
        .map((errors, person) => (asksFor(person) ? Object.keys(errors).length : 0))
        .reduce((sum, count) => sum + count, Object.keys(asked.answerErrors.value).length),
    ),
    /** Whether the details of this person are asked for: zero is the buyer, then the recipients. */
    asksFor,
  };
}

export type Checkout = ReturnType<typeof createCheckout>;

/** The tickets of the cart one by one, in the order in which the server names their recipients. */
export function ticketNames({ totals }: Checkout): string[] {
  return totals.value.lines.flatMap(({ name, quantity }) => Array.from({ length: quantity }, () => name));
}

/** The seats of the same tickets in the same order; null for each that has none. */
export function ticketSeats({ totals, seatPlan, chosenSeats, seatTypes }: Checkout): (NamedSeat | null)[] {
  return totals.value.lines.flatMap(({ sku, quantity }) => {
    const seats = seatPlan.value?.seatsOf(sku, chosenSeats.value, seatTypes.value);
    return Array.from({ length: quantity }, (_, nth) => seats?.[nth] ?? null);
  });
}

/** Opens a step as if for the first time: what was said about the last one is over. */
export function goTo(checkout: Checkout, step: Step): void {
  checkout.trouble.value = null;
  checkout.note.value = null;
  checkout.step.value = step;
}
