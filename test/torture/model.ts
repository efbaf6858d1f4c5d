import { priceCart, type Discount, type PricedCart } from '../../src/reservations/price-cart.ts';

// The hold engine as it ought to be, in memory, one request at a time. Ticket types, seats, promo codes, tokens and
// addresses are small numbers here; the world that is tortured gives them their ids.

export type Sale = 'open' | 'not yet' | 'over';

export type ModelTicketType = {
  name: string;
  priceMinor: number;
  capacity: number;
  maximumPerOrder: number;
  sale: Sale;
};

export type ModelPromoCode = {
  code: string;
  amount: { percentBasisPoints: number } | { amountMinor: number };
  /** Null: for every ticket type. */
  types: number[] | null;
  maximumUses: number | null;
  dates: Sale;
};

/** The caller: with a token of their own, with the one that an address was given, or with none. */
export type Buyer = { address: number; token: number | 'none' | { mintedFor: number } };

export type Line = { type: number; quantity: number };
export type HoldCommand = {
  buyer: Buyer;
  lines: Line[];
  seats: number[];
  /** The seats that are bought at their further price. */
  children: number[];
  promo: number | null;
};

export type Cart = {
  /** The address that the cart counts for. */
  address: number;
  lines: Line[];
  seats: number[];
  children: number[];
  promo: number | null;
  /** Held for so long already that a refresh extends it to the end of its hour only. */
  isOld: boolean;
  /** Noted from the answer: only the newest is good. */
  quoteReference: string | null;
};

export type Refused =
  | 'unknown_ticket'
  | 'quantity_limit'
  | 'too_many_held'
  | 'invalid_promo_code'
  | 'tickets_unavailable'
  | 'nothing_to_release';

/** A stock that some ticket types share. */
export type ModelPool = { types: number[]; capacity: number };

export type Scenario = {
  types: ModelTicketType[];
  pools: ModelPool[];
  promoCodes: ModelPromoCode[];
  addressLimit: number;
};

/** The first two addresses are of one /48. */
export const isAtSite = (address: number): boolean => address < 2;

/** The owner of a cart. A cart made without a token is the address's, however it is reached. */
export function cartName({ address, token }: Buyer): string {
  if (token === 'none') return `address ${address}`;
  return typeof token === 'number' ? `token ${token}` : `address ${token.mintedFor}`;
}

export function createModel(scenario: Scenario) {
  const types = scenario.types.map((type) => ({ ...type }));
  const promoCodes = scenario.promoCodes.map((promoCode) => ({ ...promoCode }));
  const carts = new Map<string, Cart>();

  const othersThan = (name: string): Cart[] =>
    [...carts].filter(([other]) => other !== name).map(([, cart]) => cart);
  const { pools } = scenario;
  const ownLeft = (type: number, among: Iterable<Cart> = carts.values()): number =>
    (types[type]?.capacity ?? 0) -
    total([...among].flatMap(({ lines }) => lines).filter((l) => l.type === type));
  const inPool = (pool: ModelPool, lines: Line[]): Line[] =>
    lines.filter(({ type }) => pool.types.includes(type));
  const poolLeft = (pool: ModelPool, among: Iterable<Cart>): number =>
    pool.capacity -
    total(
      inPool(
        pool,
        [...among].flatMap(({ lines }) => lines),
      ),
    );
  const poolOf = (type: number): ModelPool | undefined => pools.find(({ types: of }) => of.includes(type));
  const left = (type: number): number => {
    const pool = poolOf(type);
    return pool ? Math.min(ownLeft(type), poolLeft(pool, carts.values())) : ownLeft(type);
  };

  /** Refused at first sight, whoever holds what. */
  function refuseAtSight({ lines, promo }: HoldCommand): Refused | null {
    for (const { type, quantity } of merge(lines)) {
      const ticketType = types[type];
      if (!ticketType) return 'unknown_ticket';
      if (quantity > ticketType.maximumPerOrder) return 'quantity_limit';
    }
    if (promo === null) return null;
    const promoCode = promoCodes[promo];
    if (!promoCode) return 'invalid_promo_code';
    const isMeant = lines.some(({ type }) => promoCode.types?.includes(type) ?? true);
    return isMeant ? null : 'invalid_promo_code';
  }

  const most = (capacity: number, share: number): number =>
    Math.max(Math.min(20, Math.max(6, Math.floor(capacity / 2))), Math.floor(capacity * share));

  /** Whether an address, or a /48, that holds so much already may not hold these as well. */
  function isTooMuch(lines: Line[], held: Line[], by: 'address' | 'site' = 'address'): boolean {
    const [limit, share] =
      by === 'address' ? [scenario.addressLimit, 0.25] : [scenario.addressLimit * 4, 0.5];
    const sizeOf = (isCounted: (type: number) => boolean): number =>
      types.reduce((sum, { capacity }, type) => sum + (isCounted(type) ? capacity : 0), 0);
    const poolSizes = pools.map((pool) =>
      Math.min(
        pool.capacity,
        sizeOf((type) => pool.types.includes(type)),
      ),
    );
    const all = most(sizeOf((type) => !poolOf(type)) + poolSizes.reduce((sum, size) => sum + size, 0), share);
    const isTooMuchOf = (pool: ModelPool): boolean =>
      inPool(pool, lines).length > 0 && total(inPool(pool, [...held, ...lines])) > most(pool.capacity, share);
    return (
      total(held) + total(lines) > Math.min(limit, all) ||
      pools.some(isTooMuchOf) ||
      merge(lines).some(
        ({ type }) =>
          total([...held, ...lines].filter((line) => line.type === type)) >
          most(Math.min(types[type]?.capacity ?? 0, poolOf(type)?.capacity ?? Infinity), share),
      )
    );
  }

  function refuse(command: HoldCommand): Refused | null {
    const atSight = refuseAtSight(command);
    if (atSight) return atSight;
    const others = othersThan(cartName(command.buyer));
    const isHad = ({ type, quantity }: Line) =>
      types[type]?.sale === 'open' && ownLeft(type, others) >= quantity;
    if (!merge(command.lines).every(isHad)) return 'tickets_unavailable';
    if (pools.some((pool) => total(inPool(pool, command.lines)) > poolLeft(pool, others)))
      return 'tickets_unavailable';
    const heldBy = (isCounted: (address: number) => boolean) =>
      others.filter((other) => isCounted(other.address)).flatMap(({ lines }) => lines);
    const { address } = command.buyer;
    if (
      isTooMuch(
        command.lines,
        heldBy((other) => other === address),
      )
    )
      return 'too_many_held';
    if (isAtSite(address) && isTooMuch(command.lines, heldBy(isAtSite), 'site')) return 'too_many_held';
    const promoCode = command.promo === null ? undefined : promoCodes[command.promo];
    if (promoCode) {
      const uses = others.filter(({ promo }) => promo === command.promo).length;
      if (promoCode.dates !== 'open' || uses >= (promoCode.maximumUses ?? Infinity))
        return 'invalid_promo_code';
    }
    const areTaken = command.seats.some((seat) => others.some(({ seats }) => seats.includes(seat)));
    return areTaken ? 'tickets_unavailable' : null;
  }

  return {
    isTooMuch,
    types,
    promoCodes,
    carts,
    pools,
    ownLeft,
    left,
    refuseAtSight,

    hold(command: HoldCommand): { refused: Refused } | { isNew: boolean; cart: Cart } {
      const refused = refuse(command);
      if (refused) return { refused };
      const name = cartName(command.buyer);
      const old = carts.get(name);
      const cart: Cart = {
        address: addressOfCart(command.buyer),
        lines: merge(command.lines),
        seats: command.seats,
        children: command.children,
        promo: command.promo,
        isOld: old?.isOld ?? false,
        quoteReference: null,
      };
      carts.set(name, cart);
      return { isNew: !old, cart };
    },

    /** Released, or lapsed: the same to everybody else. False: nothing was held. */
    end: (buyer: Buyer): boolean => carts.delete(cartName(buyer)),

    status(type: number): 'AVAILABLE' | 'SOLD_OUT' | 'COMING_SOON' | 'SALE_ENDED' {
      const sale = types[type]?.sale;
      if (sale === 'over') return 'SALE_ENDED';
      if (sale === 'not yet') return 'COMING_SOON';
      return left(type) > 0 ? 'AVAILABLE' : 'SOLD_OUT';
    },

    price(
      { lines, promo }: Pick<HoldCommand, 'lines' | 'promo'>,
      feeRule: Parameters<typeof priceCart>[1],
    ): PricedCart {
      const promoCode = promo === null ? undefined : promoCodes[promo];
      const discount: Discount | null = promoCode
        ? { ...promoCode.amount, skus: promoCode.types && new Set(promoCode.types.map(String)) }
        : null;
      const cartLines = merge(lines).map(({ type, quantity }) => ({
        sku: String(type),
        name: types[type]?.name ?? '',
        quantity,
        priceMinor: types[type]?.priceMinor ?? 0,
      }));
      return priceCart(cartLines, feeRule, discount);
    },
  };
}

export type Model = ReturnType<typeof createModel>;

/** The same ticket type twice is one line, at its first place. */
export function merge(lines: Line[]): Line[] {
  const quantities = new Map<number, number>();
  for (const { type, quantity } of lines) quantities.set(type, (quantities.get(type) ?? 0) + quantity);
  return [...quantities].map(([type, quantity]) => ({ type, quantity }));
}

export function total(lines: Line[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** An address's cart counts for that address, from wherever its token is used. */
function addressOfCart({ address, token }: Buyer): number {
  return typeof token === 'object' ? token.mintedFor : address;
}
