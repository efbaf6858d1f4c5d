import type { VNode } from 'preact';
import { HolderNameBody, PersonBody } from './bodies.ts';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useOrderTexts } from './texts.ts';

type Opened = { order: Data; onClose: () => void };
type Ticket = Data['tickets'][number];
type Names = { firstName: string; lastName: string };

/** Edits the buyer's name and e-mail. */
export function CorrectBuyerDialog({ order, onClose }: Opened): VNode {
  const texts = useOrderTexts();
  const { send, page } = useDashboard();
  const { email, firstName, lastName } = order.buyer;
  const form = useForm({
    schema: PersonBody,
    texts,
    initial: { email, firstName, lastName, seen: order.seenBuyer },
    send: (body) =>
      send(page.inHost(`/orders/${order.reference}/buyer`), {
        method: 'PATCH',
        body,
        told: body.email === email ? texts.buyerRenamed : texts.buyerMoved,
        onClose,
      }),
  });
  const isMoved = form.values.value.email !== email;
  return (
    <FormDialog form={form} title={texts.correctTitle} submit={texts.correctButton} onClose={onClose}>
      <NameFields form={form} />
      <TextField form={form} name="email" type="email" autocomplete="off" />
      <p class="soft" role="status">
        {isMoved ? texts.correctMoves : texts.correctRenames}
      </p>
    </FormDialog>
  );
}

/** Gives one ticket to another person. */
export function PassOnDialog({ order, onClose, ticket }: Opened & { ticket: Ticket }): VNode {
  const texts = useOrderTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: PersonBody,
    texts,
    initial: { email: '', firstName: '', lastName: '', seen: ticket.seen },
    send: (body) =>
      send(page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}/pass-on`), {
        body,
        told: texts.passedOn,
        onClose,
      }),
  });
  return (
    <FormDialog
      form={form}
      title={texts.passOnTitle({ position: ticket.position, type: ticket.typeName })}
      intro={
        <p>
          {texts.passOnText({
            name: `${ticket.holder.firstName} ${ticket.holder.lastName}`,
            email: ticket.holder.email,
          })}
        </p>
      }
      submit={texts.passOnButton}
      onClose={onClose}
    >
      <NameFields form={form} />
      <TextField form={form} name="email" type="email" autocomplete="off" />
    </FormDialog>
  );
}

/** Changes the name on one ticket; its code stays. */
export function RenameDialog({ order, onClose, ticket }: Opened & { ticket: Ticket }): VNode {
  const texts = useOrderTexts();
  const { send, page } = useDashboard();
  const { firstName, lastName } = ticket.holder;
  const form = useForm({
    schema: HolderNameBody,
    texts,
    initial: { firstName, lastName, seen: ticket.seen },
    send: (body) =>
      send(page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}`), {
        method: 'PATCH',
        body,
        told: texts.renamed,
        onClose,
      }),
  });
  return (
    <FormDialog
      form={form}
      title={texts.renameTitle({ position: ticket.position, type: ticket.typeName })}
      intro={<p>{texts.renameText}</p>}
      submit={texts.renameButton}
      onClose={onClose}
    >
      <NameFields form={form} />
    </FormDialog>
  );
}

function NameFields<Body extends Names>({ form }: { form: FormState<Body> }): VNode {
  return (
    <>
      <TextField form={form} name="firstName" autocomplete="off" />
      <TextField form={form} name="lastName" autocomplete="off" />
    </>
  );
}
