import type { VNode } from 'preact';
import { ChangePromoCodeBody, PromoCodeBody } from './bodies.ts';
import type { ShownPromoCode } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
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
  const { send, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const form = useForm({
    schema: PromoCodeBody,
    texts,
    initial: { code: '', ...NO_TERMS },
    send: (body) => send(page.inHost(codesPath(about)), { body, told: texts.added(body.code), onClose }),
  });
  return (
    <FormDialog form={form} title={texts.addTitle} submit={texts.addButton} onClose={onClose}>
      <TextField
        form={form}
        name="code"
        autocomplete="off"
        after={
          <button type="button" class="plain" onClick={() => form.set('code', makeUpCode())}>
            {texts.random}
          </button>
        }
      />
      <TermsFields form={form} about={about} />
    </FormDialog>
  );
}

export function EditCodeDialog({ about, code, onClose }: Opened & { code: ShownPromoCode }): VNode {
  const { send, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const before = code.typed;
  const form = useForm({
    schema: EDIT_SCHEMA,
    texts,
    initial: before,
    send: (body) =>
      send(page.inHost(codesPath(about, `/${code.promoCodeId}`)), {
        method: 'PATCH',
        body,
        told: texts.saved(body.code ?? code.code),
        undo: { ...before, version: body.version + 1 },
        onClose,
      }),
  });
  return (
    <FormDialog form={form} title={texts.editTitle(code.code)} submit={texts.edit} onClose={onClose}>
      <TextField form={form} name="code" />
      <TermsFields form={form} about={about} />
    </FormDialog>
  );
}
