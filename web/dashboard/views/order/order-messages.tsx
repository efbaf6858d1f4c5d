import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useOrderTexts, type OrderTexts } from './texts/texts.ts';

type Mail = Data['mails'][number];
type Delivery = Data['deliveries'][number];

const MAIL_TONES = { waiting: 'waiting', sent: 'good', refused: 'bad' } as const;
const DELIVERY_TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

/** The newest e-mail of each kind to each address. */
export function OrderMails({ mails }: { mails: Data['mails'] }): VNode {
  const texts = useOrderTexts();
  return (
    <Section title={texts.mails}>
      <DataTable
        caption={texts.mails}
        columns={mailColumns(texts)}
        rows={mails}
        keyOf={({ kind, recipient }) => `${kind} ${recipient}`}
      />
    </Section>
  );
}

/** What receivers of webhooks were told of the purchase. */
export function OrderDeliveries({ deliveries }: { deliveries: Data['deliveries'] }): VNode {
  const texts = useOrderTexts();
  return (
    <Section title={texts.deliveries}>
      <DataTable
        caption={texts.deliveries}
        columns={deliveryColumns(texts)}
        rows={deliveries}
        keyOf={({ id }) => id}
      />
    </Section>
  );
}

const mailColumns = (words: OrderTexts): Column<Mail>[] => [
  {
    name: 'mail',
    label: words.mail,
    isRowHeader: true,
    cell: ({ kind, recipient, lastError }) => (
      <>
        {words.mailKinds[kind]}
        <small class="soft event-when">{recipient}</small>
        {lastError !== null && <small class="soft event-when">{lastError}</small>}
      </>
    ),
  },
  { name: 'at', label: words.at, cell: ({ createdAt, endedAt }) => <Moment at={endedAt ?? createdAt} /> },
  {
    name: 'state',
    label: words.state,
    cell: ({ state }) => <StatusBadge tone={MAIL_TONES[state]}>{words.mailStates[state]}</StatusBadge>,
  },
];

const deliveryColumns = (words: OrderTexts): Column<Delivery>[] => [
  {
    name: 'receiver',
    label: words.receiver,
    isRowHeader: true,
    cell: ({ url, failure, isAgain }) => (
      <>
        <span class="receiver-url">{url}</span>
        {isAgain && <small class="soft event-when">{words.sentAgain}</small>}
        {failure !== null && <small class="soft event-when">{failure}</small>}
      </>
    ),
  },
  { name: 'at', label: words.at, cell: ({ createdAt, endedAt }) => <Moment at={endedAt ?? createdAt} /> },
  { name: 'attempts', label: words.attempts, isFigure: true, cell: ({ attempts }) => String(attempts) },
  {
    name: 'state',
    label: words.state,
    cell: ({ status }) => (
      <StatusBadge tone={DELIVERY_TONES[status]}>{words.deliveryStates[status]}</StatusBadge>
    ),
  },
];
