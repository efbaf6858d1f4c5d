import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { SettleRefundBody } from './bodies.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useForm } from '../components/use-form.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/settle/texts.ts';

const useTexts = pageTexts(textsIn);

/** Records how the member gave the money back without the gateway. */
export function SettleRefundDialog({
  order,
  refund,
  onClose,
}: {
  order: Data;
  refund: Data['refunds'][number];
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useTexts();
  // Sure only if the gateway said so; otherwise it may still be made.
  const mayBeMade = !refund.hasFailed;
  const form = useForm({
    schema: SettleRefundBody,
    texts,
    initial: { reason: '', evenIfUnderWay: false },
    send: async (body) => {
      if (mayBeMade && !body.evenIfUnderWay) {
        form.trouble.value = texts.unsure;
        return;
      }
      const path = page.inHost(`/orders/${order.reference}/refunds/${refund.id}/settle`);
      await send(path, { body, told: texts.saved, onClose });
    },
  });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text(order.buyer.email)}</p>
      {mayBeMade && <Message tone="warn">{texts.mayBeMade}</Message>}
      <Form form={form} submit={texts.save} isDangerous onCancel={onClose}>
        <TextArea form={form} name="reason" label={texts.reason} hint={texts.reasonHint} rows={3} />
        {mayBeMade && <Checkbox form={form} name="evenIfUnderWay" />}
      </Form>
    </Dialog>
  );
}
