import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { lazily } from '../components/lazily.tsx';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useOrderTexts, type OrderTexts } from './texts.ts';

// The map comes with it.
const PassOnDialog = lazily(async () => (await import('./person-dialogs.tsx')).PassOnDialog);
const RenameDialog = lazily(async () => (await import('./person-dialogs.tsx')).RenameDialog);
const ExchangeDialog = lazily(async () => (await import('./exchange-dialog.tsx')).ExchangeDialog);
type Ticket = Data['tickets'][number];

/** The tickets with their holders and actions. */
export function OrderTickets({ order }: { order: Data }): VNode {
  const { texts: shared, page } = useDashboard();
  const texts = useOrderTexts();
  const open = useSignal<{ dialog: 'exchange' | 'pass on' | 'rename'; ticket: Ticket } | null>(null);
  const dialog = { order, onClose: () => void (open.value = null) };
  const itemsOf = (ticket: Ticket): MenuItem[] => [
    ...(ticket.usedAt === null && !order.isEventOver
      ? [{ label: texts.passOn, onPress: () => void (open.value = { dialog: 'pass on', ticket }) }]
      : []),
    ...(ticket.usedAt === null && ticket.seatId !== null && !order.isEventOver
      ? [{ label: texts.changeSeat, onPress: () => void (open.value = { dialog: 'exchange', ticket }) }]
      : []),
    { label: texts.rename, onPress: () => void (open.value = { dialog: 'rename', ticket }) },
  ];
  const mayChange = page.powers.includes('orders.change');
  return (
    <Section title={texts.tickets}>
      <div class="short-rows ticket-rows">
        <DataTable
          caption={texts.tickets}
          columns={ticketColumns(texts, order)}
          rows={order.tickets}
          keyOf={(ticket) => ticket.ticketId}
          {...(mayChange && {
            actions: (ticket: Ticket) =>
              ticket.voidedAt === null && (
                <Menu
                  id={`ticket-${ticket.ticketId}`}
                  label={shared.parts.actionsOf(texts.ticketOf(ticket.position))}
                  items={itemsOf(ticket)}
                />
              ),
          })}
        />
      </div>
      <SeatChanges order={order} />
      {open.value?.dialog === 'exchange' && <ExchangeDialog {...dialog} ticket={open.value.ticket} />}
      {open.value?.dialog === 'pass on' && <PassOnDialog {...dialog} ticket={open.value.ticket} />}
      {open.value?.dialog === 'rename' && <RenameDialog {...dialog} ticket={open.value.ticket} />}
    </Section>
  );
}

/** Paid changes of seats, with their status. */
function SeatChanges({ order }: { order: Data }): VNode | null {
  const { texts: shared, page } = useDashboard();
  const texts = useOrderTexts();
  if (order.seatChanges.length === 0) return null;
  return (
    <ul class="above-m">
      {order.seatChanges.map(({ reference, position, from, to, differenceMinor, status }) => (
        <li key={reference}>
          {texts.seatChange({ position, from, to, sum: writeMoney(differenceMinor, order) })}{' '}
          <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>, {shared.order.states[status]}
        </li>
      ))}
    </ul>
  );
}

const ticketColumns = (words: OrderTexts, order: Data): Column<Ticket>[] => [
  {
    name: 'ticket',
    label: words.ticket,
    isRowHeader: true,
    cell: ({ position, typeName, seat }) => (
      <>
        {position}. {typeName}
        {seat && <small class="soft event-when">{words.seat(seat)}</small>}
      </>
    ),
  },
  {
    name: 'holder',
    label: words.holder,
    cell: ({ holder }) => (
      <>
        {holder.firstName} {holder.lastName}
        <small class="soft event-when">{holder.email}</small>
      </>
    ),
  },
  {
    name: 'shortCode',
    label: words.shortCode,
    cell: ({ shortCode }) => (shortCode === null ? '–' : <code>{shortCode}</code>),
  },
  { name: 'paid', label: words.paid, isFigure: true, cell: ({ paidMinor }) => writeMoney(paidMinor, order) },
  { name: 'state', label: words.state, cell: (ticket) => <TicketBadge ticket={ticket} words={words} /> },
];

function TicketBadge({ ticket, words }: { ticket: Ticket; words: OrderTexts }): VNode {
  if (ticket.voidedAt !== null) return <StatusBadge tone="off">{words.void}</StatusBadge>;
  if (ticket.usedAt !== null) return <StatusBadge tone="good">{words.used}</StatusBadge>;
  return <StatusBadge tone="good">{ticket.isPassedOn ? words.passedOnBadge : words.valid}</StatusBadge>;
}
