import type { VNode } from 'preact';
import type { ShownPool, ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { Menu } from '../components/menu.tsx';
import { Section } from '../components/section.tsx';
import { StockBar } from './stock-bar.tsx';
import { useEventTicketsTexts } from './texts.ts';

/** The capacities that ticket types share: how much of each is taken, and by which. */
export function Pools({
  event,
  pools,
  types,
  onEdit,
  onDissolve,
}: {
  event: ShownEvent;
  pools: readonly ShownPool[];
  types: readonly ShownTicketType[];
  onEdit: (pool: ShownPool) => void;
  onDissolve: (pool: ShownPool) => void;
}): VNode {
  const { texts: common } = useDashboard();
  const texts = useEventTicketsTexts();
  return (
    <Section title={texts.pools} intro={texts.poolsIntro}>
      <ul class="stack shrink gap-s pools">
        {pools.map((pool) => {
          const drawing = types.filter(({ ticketTypeId }) => pool.ticketTypeIds.includes(ticketTypeId));
          return (
            <li key={pool.poolId} class="panel ticket-type pool">
              <div class="stack start gap-2xs can-shrink type-about">
                <h3 dir="auto">{pool.name}</h3>
                <ul class="cluster gap-2xs-m pool-types soft">
                  {drawing.map(({ ticketTypeId, name, figures }) => (
                    <li key={ticketTypeId} dir="auto">
                      {texts.drawn({
                        name,
                        count: (figures.sold + figures.held).toLocaleString(event.locale),
                      })}
                    </li>
                  ))}
                </ul>
              </div>
              <StockBar locale={event.locale} {...stockOf(pool, drawing)} />
              <div class="row wrap gap-xs type-actions">
                <button
                  type="button"
                  class="second"
                  onClick={() => onEdit(pool)}
                  aria-label={texts.editOf(pool.name)}
                >
                  {texts.edit}
                </button>
                <Menu
                  id={`pool-${pool.poolId}`}
                  label={common.parts.actionsOf(pool.name)}
                  items={[{ label: texts.dissolve, isDangerous: true, onPress: () => onDissolve(pool) }]}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Sums up the live figures of its ticket types. */
function stockOf({ capacity }: ShownPool, drawing: readonly ShownTicketType[]) {
  const sold = drawing.reduce((sum, { figures }) => sum + figures.sold, 0);
  const held = drawing.reduce((sum, { figures }) => sum + figures.held, 0);
  return { capacity, sold, held, left: Math.max(0, capacity - sold - held) };
}
