import type { VNode } from 'preact';
import type { ShownSum } from '../event-layout/data.ts';
import { writeMoney } from '../components/write-money.ts';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { type HomeTexts, useHomeTexts } from './texts.ts';

/** The sums of all upcoming events, by currency. */
export function HomeSums({ sums }: { sums: readonly ShownSum[] }): VNode {
  const texts = useHomeTexts();
  return (
    <Section title={texts.home.sums}>
      {sums.map((sum) => (
        <SumOfCurrency key={sum.currency} sum={sum} />
      ))}
    </Section>
  );
}

function SumOfCurrency({ sum }: { sum: ShownSum }): VNode {
  const texts = useHomeTexts();
  const { sold, held, left, capacity, money } = sum.figures;
  const count = (value: number): string => value.toLocaleString(sum.locale);
  return (
    <Stats>
      <Stat
        label={texts.figures.net}
        value={money ? writeMoney(money.netMinor, sum) : texts.figures.uncounted}
        note={
          money &&
          texts.figures.moneyNote({
            fees: writeMoney(money.feesMinor, sum),
            refunded: writeMoney(money.refundedMinor, sum),
          })
        }
      />
      <Stat label={texts.figures.sold} value={count(sold)} note={texts.figures.ofCapacity(count(capacity))} />
      <Stat label={texts.figures.held} value={count(held)} note={texts.figures.heldNote} />
      <Stat label={texts.figures.left} value={count(left)} />
    </Stats>
  );
}

/** The same in a sentence, for screen readers. */
export const sayHomeSums = (sums: readonly ShownSum[], texts: HomeTexts): string =>
  sums
    .map((sum) => {
      const { sold, held, left, money } = sum.figures;
      const net = money ? writeMoney(money.netMinor, sum) : texts.figures.uncounted;
      return texts.live.summary({ sold, held, left, net });
    })
    .join(' ');
