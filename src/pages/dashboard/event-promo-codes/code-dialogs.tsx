import type { VNode } from 'preact';
import { ChangePromoCodeBody, PromoCodeBody } from './bodies.ts';
import type { ShownPromoCode } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { makeUpCode } from './make-up-code.ts';
import { NO_TERMS, TermsFields, type About } from './terms-fields.tsx';
import { useEventPromoCodesTexts } from './texts.ts';

type Opened = { about: About; onClose: () => void };

// The form has every field: a code that is emptied is not left out.
const EDIT_SCHEMA = {
  ...ChangePromoCodeBody,
  required: ['version', 'code', 'discount'],
} as unknown as typeof ChangePromoCodeBody;

export const codesPath = ({ event }: About, rest = ''): string =>
  `/events/${event.eventId}/promo-codes${rest}`;

export function AddCodeDialog({ about, onClose }: Opened): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const form = useForm({
    schema: PromoCodeBody,
    initial: { code: '', ...NO_TERMS },
    send: async (body) => {
      await call(page.inHost(codesPath(about)), { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.added(body.code) });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.addTitle} onClose={onClose}>
      <Form form={form} submit={texts.addButton} onCancel={onClose}>
        <TextField
          form={form}
          name="code"
          label={texts.code}
          hint={texts.codeHint}
          maxLength={50}
          autocomplete="off"
          after={
            <button type="button" class="plain" onClick={() => form.set('code', makeUpCode())}>
              {texts.random}
            </button>
          }
        />
        <TermsFields form={form} about={about} />
      </Form>
    </Dialog>
  );
}

export function EditCodeDialog({ about, code, onClose }: Opened & { code: ShownPromoCode }): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const save = async (body: object): Promise<void> => {
    await call(page.inHost(codesPath(about, `/${code.promoCodeId}`)), { method: 'PATCH', body });
    await router.refresh();
  };
  const before = code.typed;
  const form = useForm({
    schema: EDIT_SCHEMA,
    initial: before,
    send: async (body) => {
      await save(body);
      onClose();
      const undo = (): Promise<void> => save({ ...before, version: body.version + 1 });
      toasts.tell({ tone: 'good', text: texts.saved(body.code ?? code.code), undo });
    },
  });
  return (
    <Dialog title={texts.editTitle(code.code)} onClose={onClose}>
      <Form form={form} submit={texts.edit} onCancel={onClose}>
        <TextField form={form} name="code" label={texts.code} hint={texts.codeHint} maxLength={50} />
        <TermsFields form={form} about={about} />
      </Form>
    </Dialog>
  );
}
