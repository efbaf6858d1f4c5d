import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Moment } from '../components/moment.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useForm } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import { useDashboard } from '../dashboard.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { DeclineReturnBody } from './decline-return-body.ts';
import type { OrderView as Data } from './data.ts';
import { textsIn } from './texts/returns/texts.ts';

const useTexts = pageTexts(textsIn);

type Return = NonNullable<Data['waitingReturn']>;

/** The buyer has confirmed a return: a member decides. */
export function OrderReturn({ order, asked }: { order: Data; asked: Return }): VNode {
  const { send, page } = useDashboard();
  const texts = useTexts();
  const open = useSignal<'approve' | 'decline' | null>(null);
  const onClose = (): void => void (open.value = null);
  const sum = writeMoney(asked.amountMinor, order);
  const path = page.inHost(`/orders/${order.reference}/returns/${asked.id}`);
  return (
    <div class="stack gap-s below-l">
      <Message tone="warn">
        <strong>
          {texts.waiting({ count: asked.positions.length, tickets: asked.positions.join(', ') })}
        </strong>{' '}
        {asked.amountMinor > 0 ? texts.sum(sum) : texts.free} <Moment at={asked.askedAt} />
      </Message>
      {page.powers.includes('orders.refund') ? (
        <div class="actions">
          <button type="button" class="second" onClick={() => void (open.value = 'approve')}>
            {texts.approve}
          </button>
          <button type="button" class="second" onClick={() => void (open.value = 'decline')}>
            {texts.decline}
          </button>
        </div>
      ) : (
        <p class="soft">{texts.askFinance}</p>
      )}
      {open.value === 'approve' && (
        <ConfirmDialog
          title={texts.approveTitle}
          confirm={texts.approve}
          onConfirm={() => send(`${path}/approve`, { told: texts.approved, onClose })}
          onClose={onClose}
        >
          {order.byTransfer ? texts.approveByHand(sum) : texts.approveText(sum)}
        </ConfirmDialog>
      )}
      {open.value === 'decline' && <DeclineDialog path={path} onClose={onClose} />}
    </div>
  );
}

/** The buyer has put tickets on sale again: whoever asks at the host's desk why the door refused them is told. */
export function OrderListed({ tickets }: { tickets: readonly number[] }): VNode {
  const texts = useTexts();
  return (
    <div class="below-l">
      <Message tone="warn">{texts.listed({ count: tickets.length, tickets: tickets.join(', ') })}</Message>
    </div>
  );
}

function DeclineDialog({ path, onClose }: { path: string; onClose: () => void }): VNode {
  const { send } = useDashboard();
  const texts = useTexts();
  const form = useForm({
    schema: DeclineReturnBody,
    texts,
    initial: { reason: '' },
    send: (body) => send(`${path}/decline`, { body, told: texts.declined, onClose }),
  });
  return (
    <FormDialog title={texts.declineTitle} submit={texts.declineTitle} form={form} onClose={onClose}>
      <TextArea form={form} name="reason" rows={3} />
    </FormDialog>
  );
}
