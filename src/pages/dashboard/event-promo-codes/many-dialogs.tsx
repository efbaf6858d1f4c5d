import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { MakePromoCodesBody } from './bodies.ts';
import type { MadeCodes, PromoListPreview } from './data.ts';
import { exampleAmount } from '../../../values/major-units.ts';
import { lettersNeeded } from '../../../rules/promo-code.ts';
import { useDashboard } from '../dashboard.ts';
import { CsvUpload } from '../components/csv-upload/csv-upload.tsx';
import { withDecimalComma } from '../components/decimal-comma.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { withQuery } from '../paths.ts';
import { codesPath } from './code-dialogs.tsx';
import { NO_TERMS, TermsFields, type About } from './terms-fields.tsx';
import { useEventPromoCodesTexts } from './texts.ts';

type Opened = { about: About; onClose: () => void };

/** Generates hundreds at once, then shows them. */
export function MakeCodesDialog({ about, onClose }: Opened): VNode {
  const { call, router, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const made = useSignal<MadeCodes | null>(null);
  const form = useForm({
    schema: MakePromoCodesBody,
    texts,
    initial: { prefix: '', letters: 8, number: 100, ...NO_TERMS, maximumUses: 1 },
    send: async (body) => {
      made.value = await call<MadeCodes>(page.inHost(codesPath(about, '/make')), { method: 'POST', body });
      await router.refresh();
    },
  });
  if (made.value) return <Made about={about} made={made.value} onClose={onClose} />;
  const wanted = Number(form.values.value.number);
  return (
    <FormDialog form={form} title={texts.makeTitle} submit={texts.makeButton} onClose={onClose}>
      <TextField
        form={form}
        name="number"
        maxLength={4}
        label={texts.count}
        hint={texts.countHint}
        inputMode="numeric"
      />
      <TextField form={form} name="prefix" isOptional />
      <TextField
        form={form}
        name="letters"
        maxLength={2}
        hint={texts.lettersHint(lettersNeeded(wanted >= 1 ? wanted : 1))}
        inputMode="numeric"
      />
      <TermsFields form={form} about={about} />
    </FormDialog>
  );
}

export function ListDialog({ about, onClose }: Opened): VNode {
  const { call, router, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const made = useSignal<MadeCodes | null>(null);
  if (made.value) return <Made about={about} made={made.value} onClose={onClose} />;
  const send = <Answer,>(rest: string, text: string): Promise<Answer> =>
    call<Answer>(page.inHost(codesPath(about, rest)), { method: 'POST', body: { text } });
  return (
    <Dialog kind="wide" title={texts.listTitle} onClose={onClose}>
      <CsvUpload
        templateHref={page.inHost(codesPath(about, '/template'))}
        check={async (text) => (await send<PromoListPreview>('/list/check', text)).preview}
        take={async (text) => {
          made.value = await send<MadeCodes>('/list', text);
          await router.refresh();
        }}
        submit={texts.take}
        say={(cell) =>
          texts.problem(cell, withDecimalComma(exampleAmount(about.event.currency), about.event.locale))
        }
      />
    </Dialog>
  );
}

function Made({ about, made, onClose }: Opened & { made: MadeCodes }): VNode {
  const texts = useEventPromoCodesTexts();
  const { page } = useDashboard();
  const href = withQuery(page.inHost(codesPath(about, '/export')), { made: made.madeAt });
  return (
    <Dialog title={texts.madeTitle(made.codes.length)} onClose={onClose}>
      <p>{texts.madeText}</p>
      <label class="field">
        <span>{texts.copyAll}</span>
        <textarea
          rows={8}
          readOnly
          value={made.codes.join('\n')}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div class="dialog-actions">
        <a class="main" href={href} download>
          {texts.download}
        </a>
        <button type="button" class="second" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}
