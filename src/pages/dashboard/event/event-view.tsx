import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { EventView as Data, Publishing } from './data.ts';
import type { ShownEvent, ShownFigures } from '../event-layout/data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { SumUp } from '../live/sum-up.tsx';
import { useLiveFigures } from '../live/use-live-figures.ts';
import { AttentionList } from '../attention/attention-list.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { lazily } from '../components/lazily.tsx';
import { PageAddress } from '../components/page-address.tsx';
import { writeMoney } from '../components/write-money.ts';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { Texts } from '../texts/read-texts.ts';
import { DraftSection } from './draft-section.tsx';
import { SalesSection } from './sales-section.tsx';
import { useOverviewTexts } from './texts.ts';
import { useSales } from './use-sales.ts';

// Not at the top, or not for every event.
const lazyComponents = () => import('./lazy-components.ts');
const PreviewSection = lazily(async () => (await lazyComponents()).PreviewSection);
const ShareSection = lazily(async () => (await lazyComponents()).ShareSection);
const VisibilitySection = lazily(async () => (await lazyComponents()).VisibilitySection);
const NextSteps = lazily(async () => (await lazyComponents()).NextSteps);
const MoreSection = lazily(async () => (await lazyComponents()).MoreSection);
const OverSection = lazily(async () => (await lazyComponents()).OverSection);

type TicketType = Data['types'][number];

/** One event: its date and place, its sales, and its addresses. */
export function EventView({ data }: ViewProps<'event'>): VNode {
  const { texts, page } = useDashboard();
  const words = useOverviewTexts();
  const sharing = useSignal<'new' | 'asked' | null>(null);
  const status = data.publishing?.status;
  // An event that goes back to a draft is not new when that is undone.
  useEffect(() => void (status === 'DRAFT' && (sharing.value = null)), [status]);
  const news = useLiveFigures([data.event.eventId]);
  const live = news.events.get(data.event.eventId);
  const event = live ? { ...data.event, state: live.state, figures: live.figures } : data.event;
  const types = data.types.map((type) => {
    const found = live?.types.find(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId);
    return found ? { ...type, status: found.status, figures: found.figures } : type;
  });
  const { sold, money } = event.figures ?? {};
  const mark = `${sold} ${money?.salesMinor} ${money?.refundedMinor}`;
  const sales = useSales({ sales: data.sales, eventId: event.eventId, mark });
  return (
    <EventLayout event={event} page="overview" beside={<LiveMark state={news.state} />}>
      {data.publishing?.status === 'LIVE' && sharing.value !== null && (
        <ShareSection
          {...data}
          event={event}
          isNew={sharing.value === 'new'}
          onClose={() => (sharing.value = null)}
        />
      )}
      {data.publishing?.status === 'DRAFT' && (
        <DraftSection
          event={event}
          publishing={data.publishing}
          onPublished={() => (sharing.value = 'new')}
        />
      )}
      {data.preview && <PreviewSection event={event} preview={data.preview} />}
      {data.attention.length > 0 && <AttentionList items={data.attention} />}
      {event.figures && event.state !== 'draft' && (
        <EventFigures event={event} figures={event.figures} orders={sales?.orderCount ?? null} />
      )}
      {sales && <SalesSection sales={sales} event={event} />}
      {types.length > 0 && (
        <Section title={texts.event.types}>
          <div class="figure-rows">
            <DataTable
              caption={texts.event.types}
              columns={typeColumns(texts, event)}
              rows={types}
              keyOf={(type) => type.ticketTypeId}
            />
          </div>
        </Section>
      )}
      {data.publishing && <PublishingOf event={event} publishing={data.publishing} />}
      <Section
        title={texts.event.addresses}
        action={
          data.publishing?.status === 'LIVE' && (
            <button type="button" class="second" onClick={() => (sharing.value = 'asked')}>
              {words.share}
            </button>
          )
        }
        isCard
      >
        <dl class="address-list">
          <dt>{texts.event.page}</dt>
          <dd>
            <PageAddress label={texts.event.page} value={data.pageUrl} isThere={event.state !== 'draft'} />
          </dd>
          <dt>{texts.event.checkout}</dt>
          <dd>
            <CopyField label={texts.event.checkout} value={data.checkoutUrl} />
          </dd>
          <dt>{texts.event.api}</dt>
          <dd>
            <CopyField label={texts.event.api} value={data.apiUrl} />
          </dd>
        </dl>
      </Section>
      {data.publishing?.status === 'LIVE' && event.state !== 'ended' && <NextSteps event={event} />}
      {data.publishing?.status === 'DRAFT' && page.powers.includes('events.create') && (
        <MoreSection event={event} publishing={data.publishing} />
      )}
    </EventLayout>
  );
}

/** The visibility of an event that was public. */
function PublishingOf(props: { event: ShownEvent; publishing: Publishing }): VNode | null {
  if (props.publishing.status === 'DRAFT') return null;
  const isOver = props.publishing.status !== 'LIVE' || props.event.state === 'ended';
  return isOver ? <OverSection {...props} /> : <VisibilitySection {...props} />;
}

function EventFigures({
  event,
  figures,
  orders,
}: {
  event: ShownEvent;
  figures: ShownFigures;
  orders: number | null;
}): VNode {
  const { texts } = useDashboard();
  const { money } = figures;
  const isCancelled = event.state === 'cancelled';
  const count = (value: number): string => value.toLocaleString(event.locale);
  const net = money ? writeMoney(money.netMinor, event) : texts.figures.uncounted;
  return (
    <>
      <Stats>
        <Stat
          isWide
          label={texts.figures.net}
          value={net}
          note={
            money &&
            texts.figures.moneyNote({
              fees: writeMoney(money.feesMinor, event),
              refunded: writeMoney(money.refundedMinor, event),
            })
          }
        />
        <Stat
          label={isCancelled ? texts.figures.wereSold : texts.figures.sold}
          value={count(figures.sold)}
          note={texts.figures.ofCapacity(count(figures.capacity))}
        />
        {/* A cancelled event sells nothing, so nothing is left. */}
        {!isCancelled && (
          <>
            <Stat label={texts.figures.held} value={count(figures.held)} note={texts.figures.heldNote} />
            <Stat label={texts.figures.left} value={count(figures.left)} />
          </>
        )}
        {orders !== null && <Stat label={texts.figures.orders} value={count(orders)} />}
      </Stats>
      <SumUp text={(isCancelled ? texts.live.summaryOfCancelled : texts.live.summary)({ ...figures, net })} />
    </>
  );
}

const TYPE_TONES = {
  AVAILABLE: 'good',
  SOLD_OUT: 'good',
  COMING_SOON: 'waiting',
  SALE_ENDED: 'off',
} as const;

function typeColumns({ event: words, figures }: Texts, event: ShownEvent): Column<TicketType>[] {
  const isCancelled = event.state === 'cancelled';
  const count = (name: string, label: string, read: (of: ShownFigures) => number): Column<TicketType> => ({
    name,
    label,
    isFigure: true,
    cell: (type) => read(type.figures).toLocaleString(event.locale),
  });
  const money = (
    name: string,
    label: string,
    read: (of: NonNullable<ShownFigures['money']>) => number,
  ): Column<TicketType> => ({
    name,
    label,
    isFigure: true,
    cell: (type) => (type.figures.money ? writeMoney(read(type.figures.money), event) : figures.uncounted),
  });
  return [
    { name: 'type', label: words.type, isRowHeader: true, cell: ({ name }) => name },
    {
      name: 'status',
      label: words.status,
      cell: ({ status }) =>
        // A ticket type's own status applies while the event is public.
        event.state === 'draft' || isCancelled ? (
          <StatusBadge tone="off">{isCancelled ? words.states.cancelled : words.notOnSale}</StatusBadge>
        ) : (
          <StatusBadge tone={TYPE_TONES[status]}>{words.typeStates[status]}</StatusBadge>
        ),
    },
    {
      name: 'price',
      label: words.price,
      isFigure: true,
      cell: ({ priceMinor }) => writeMoney(priceMinor, event),
    },
    count('sold', isCancelled ? figures.wereSold : figures.sold, ({ sold }) => sold),
    ...(isCancelled
      ? []
      : [count('held', figures.held, ({ held }) => held), count('left', figures.left, ({ left }) => left)]),
    money('net', figures.net, ({ netMinor }) => netMinor),
    money('fees', figures.fees, ({ feesMinor }) => feesMinor),
    money('refunds', figures.refunds, ({ refundedMinor }) => refundedMinor),
  ];
}
