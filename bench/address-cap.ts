// npx node bench/address-cap.ts: simulates small sales that people behind one address crowd into, and prints how many of them each cap
// refuses though tickets are left, and how much one address keeps from everybody else. For docs/decisions/hoarding.md.

type Cap = (capacity: number) => number;

const quarter: Cap = (capacity) => Math.floor(capacity / 4);
const half: Cap = (capacity) => Math.floor(capacity / 2);
const CAPS: Record<string, Cap> = {
  'a quarter, at least 6': (capacity) => Math.max(6, quarter(capacity)),
  'a quarter, at least 12': (capacity) => Math.max(12, quarter(capacity)),
  'half up to 20, then a quarter': (capacity) =>
    Math.max(Math.min(20, Math.max(6, half(capacity))), quarter(capacity)),
  'half up to 40, then a quarter': (capacity) =>
    Math.max(Math.min(40, Math.max(6, half(capacity))), quarter(capacity)),
  half: (capacity) => Math.max(6, half(capacity)),
};

const CAPACITIES = [18, 40, 60, 100, 200];
/** How much of the demand comes from the one address: one carrier among several, most of a campus, everybody. */
const SHARES = [0.3, 0.6, 1];
const SALES = 400;
// As many tickets are wanted as there are, and a fifth more; half of the buyers come in the first quarter of an hour.
const DEMAND = 1.2;
const RUSH_MINUTES = 15;
const DAY_MINUTES = 24 * 60;
const HOLD_MINUTES = 10;
const PAYMENT_WINDOW_MINUTES = 30;
// A refused buyer tries again twice.
const RETRY_MINUTES = 2;
const MAX_TRIES = 3;

/** The same buyers for every cap. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Buyer = { at: number; quantity: number; isBehind: boolean; keeps: number; pays: boolean; tries: number };

function makeBuyers(capacity: number, share: number, random: () => number): Buyer[] {
  const buyers: Buyer[] = [];
  for (let wanted = 0; wanted < capacity * DEMAND;) {
    const quantity = pick(random(), [0.35, 0.35, 0.12, 0.12, 0.03, 0.03]) + 1;
    wanted += quantity;
    const isRush = random() < 0.5;
    // A quarter looks and leaves; of the others a tenth never pays. The rest pays within minutes.
    const leaves = random() < 0.25;
    const never = random() < 0.1;
    const paidAfter = 2 + 6 * random() ** 2 + (random() < 0.15 ? 10 * random() : 0);
    buyers.push({
      at: isRush ? -RUSH_MINUTES * Math.log(1 - random() * 0.95) : random() * DAY_MINUTES,
      quantity,
      isBehind: random() < share,
      keeps: leaves ? HOLD_MINUTES : never ? PAYMENT_WINDOW_MINUTES : paidAfter,
      pays: !leaves && !never,
      tries: 0,
    });
  }
  return buyers;
}

function pick(chance: number, weights: number[]): number {
  let sum = 0;
  return weights.findIndex((weight) => (sum += weight) > chance);
}

/** One sale. Counts those behind the address whom the cap refused at least once, and whom it lost. */
function runSale(capacity: number, cap: number, buyers: Buyer[]) {
  const waiting = buyers.map((buyer) => ({ ...buyer })).sort((a, b) => a.at - b.at);
  let held: { until: number; quantity: number; isBehind: boolean; pays: boolean }[] = [];
  let sold = 0;
  const counts = { behind: 0, refused: 0, lost: 0 };
  for (let buyer = waiting.shift(); buyer; buyer = waiting.shift()) {
    const now = buyer.at;
    for (const over of held.filter(({ until }) => until <= now)) if (over.pays) sold += over.quantity;
    held = held.filter(({ until }) => until > now);
    const sum = (of: typeof held) => of.reduce((total, { quantity }) => total + quantity, 0);
    if (buyer.isBehind && buyer.tries === 0) counts.behind += 1;
    if (capacity - sold - sum(held) < buyer.quantity) continue;
    if (buyer.isBehind && sum(held.filter(({ isBehind }) => isBehind)) + buyer.quantity > cap) {
      if (buyer.tries === 0) counts.refused += 1;
      if (buyer.tries + 1 === MAX_TRIES) counts.lost += 1;
      else waiting.push({ ...buyer, at: now + RETRY_MINUTES, tries: buyer.tries + 1 });
      waiting.sort((a, b) => a.at - b.at);
      continue;
    }
    held.push({ ...buyer, until: now + buyer.keeps });
  }
  return counts;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;

print(
  '| cap | capacity | one address keeps | refused once / lost, by share of buyers behind it: 30, 60, 100 % |',
);
print('|---|---|---|---|');
for (const [name, capOf] of Object.entries(CAPS)) {
  for (const capacity of CAPACITIES) {
    const cap = capOf(capacity);
    const cells = SHARES.map((share) => {
      const random = createRandom(capacity * 1_000 + share * 10);
      const total = { behind: 0, refused: 0, lost: 0 };
      for (let sale = 0; sale < SALES; sale += 1) {
        const counts = runSale(capacity, cap, makeBuyers(capacity, share, random));
        for (const key of ['behind', 'refused', 'lost'] as const) total[key] += counts[key];
      }
      return `${percent(total.refused, total.behind)} / ${percent(total.lost, total.behind)}`;
    });
    print(`| ${name} | ${capacity} | ${cap} (${percent(cap, capacity)}) | ${cells.join(' · ')} |`);
  }
}
