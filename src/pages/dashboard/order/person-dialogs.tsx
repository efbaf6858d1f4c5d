import type { VNode } from 'preact';
import { HolderNameBody, PersonBody } from './bodies.ts';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useOrderTexts } from './texts.ts';

type Opened = { order: Data; onClose: () => void };
type Ticket = Data['tickets'][number];
type Names = { firstName: string; lastName: string };

const MAX_NAME = 100;
const MAX_EMAIL = 254;

/** Mends how the buyer is called and written to. */
export function CorrectBuyerDialog({ order, onClose }: Opened): VNode {
  const texts = useOrderTexts();
  const { page } = useDashboard();
  const finish = useFinish(onClose);
  const { email, firstName, lastName } = order.buyer;
  const form = useForm({
    schema: PersonBody,
    initial: { email, firstName, lastName, seen: order.seenBuyer },
    send: (body) =>
      finish({
        path: page.inHost(`/orders/${order.reference}/buyer`),
        method: 'PATCH',
        body,
        told: body.email === email ? texts.buyerRenamed : texts.buyerMoved,
      }),
  });
  const isMoved = form.values.value.email !== email;
  return (
    <Dialog title={texts.correctTitle} onClose={onClose}>
      <Form form={form} submit={texts.correctButton} onCancel={onClose}>
        <NameFields form={form} />
        <TextField
          form={form}
          name="email"
          type="email"
          label={texts.email}
          maxLength={MAX_EMAIL}
          autocomplete="off"
        />
        <p class="soft" role="status">
          {isMoved ? texts.correctMoves : texts.correctRenames}
        </p>
      </Form>
    </Dialog>
  );
}

/** Gives one ticket to another person. */
export function PassOnDialog({ order, onClose, ticket }: Opened & { ticket: Ticket }): VNode {
  const texts = useOrderTexts();
  const { page } = useDashboard();
  const finish = useFinish(onClose);
  const form = useForm({
    schema: PersonBody,
    initial: { email: '', firstName: '', lastName: '', seen: ticket.seen },
    send: (body) =>
      finish({
        path: page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}/pass-on`),
        method: 'POST',
        body,
        told: texts.passedOn,
      }),
  });
  return (
    <Dialog title={texts.passOnTitle(ticket.position, ticket.typeName)} onClose={onClose}>
      <p>{texts.passOnText(`${ticket.holder.firstName} ${ticket.holder.lastName}`, ticket.holder.email)}</p>
      <Form form={form} submit={texts.passOnButton} onCancel={onClose}>
        <NameFields form={form} />
        <TextField
          form={form}
          name="email"
          type="email"
          label={texts.email}
          maxLength={MAX_EMAIL}
          autocomplete="off"
        />
      </Form>
    </Dialog>
  );
}

/** Changes the name on one ticket; its code stays. */
export function RenameDialog({ order, onClose, ticket }: Opened & { ticket: Ticket }): VNode {
  const texts = useOrderTexts();
  const { page } = useDashboard();
  const finish = useFinish(onClose);
  const { firstName, lastName } = ticket.holder;
  const form = useForm({
    schema: HolderNameBody,
    initial: { firstName, lastName, seen: ticket.seen },
    send: (body) =>
      finish({
        path: page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}`),
        method: 'PATCH',
        body,
        told: texts.renamed,
      }),
  });
  return (
    <Dialog title={texts.renameTitle(ticket.position, ticket.typeName)} onClose={onClose}>
      <p>{texts.renameText}</p>
      <Form form={form} submit={texts.renameButton} onCancel={onClose}>
        <NameFields form={form} />
      </Form>
    </Dialog>
  );
}

function NameFields<Body extends Names>({ form }: { form: FormState<Body> }): VNode {
  const texts = useOrderTexts();
  return (
    <>
      <TextField
        form={form}
        name="firstName"
        label={texts.firstName}
        maxLength={MAX_NAME}
        autocomplete="off"
      />
      <TextField form={form} name="lastName" label={texts.lastName} maxLength={MAX_NAME} autocomplete="off" />
    </>
  );
}

/** Sends it, closes the dialog, says that it is done, and shows the order as it is now. */
function useFinish(onClose: () => void) {
  const { call, router, toasts } = useDashboard();
  return async (done: {
    path: string;
    method: 'POST' | 'PATCH';
    body: object;
    told: string;
  }): Promise<void> => {
    await call(done.path, { method: done.method, body: done.body });
    onClose();
    toasts.tell({ tone: 'good', text: done.told });
    await router.refresh();
  };
}
