import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { AskedExport } from '../../../../exports/export-kinds.ts';
import { EXPORT_POWERS, type ExportKind } from '../../../../rules/export-powers.ts';
import { useDashboard } from '../../dashboard.ts';
import { BusyButton } from '../busy-button.tsx';
import { Dialog } from '../dialog.tsx';
import { keepFileForm, recallFileForm, type FileForm } from './file-form.ts';
import { useExportTexts } from './texts.ts';

type Named = ReturnType<typeof useExportTexts>['export'];

type ExportProps = AskedExport & {
  /** Its name on the page, if the file has only a part of all. */
  named?: keyof Named;
  /** Filters besides the event: the file is not complete. */
  isFiltered?: boolean;
};

/** Files with people in them. */
const PERSONAL = new Set<ExportKind>([
  'orders',
  'guests',
  'check_ins',
  'newsletter',
  'invoices',
  'invoice_files',
]);
/** Invoices have days, of the host's own clock. */
const UNTIMED = new Set<ExportKind>(['invoices', 'invoice_files']);

/** Opens the export dialog. Shows nothing to members who may not export. */
export function ExportButton(props: ExportProps): VNode | null {
  const texts = useExportTexts();
  const { page } = useDashboard();
  const isOpen = useSignal(false);
  if (!page.powers.includes(EXPORT_POWERS[props.what])) return null;
  return (
    <>
      <button type="button" class="second" onClick={() => (isOpen.value = true)}>
        {texts.export[props.named ?? props.what]}
      </button>
      {isOpen.value && <ExportDialog {...props} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

/** The contents and format of the file; then the browser downloads it. */
function ExportDialog(props: ExportProps & { onClose: () => void }): VNode {
  const { what, named = what, filters, isFiltered = false, onClose } = props;
  const { texts: shared, call, toasts, page } = useDashboard();
  const texts = useExportTexts();
  const form = useSignal(recallFileForm());
  const hasForm = what !== 'invoice_files';
  const action = async (): Promise<void> => {
    const body = { filters, ...form.value };
    const { exportId } = await call<{ exportId: string }>(page.inHost(`/exports/${what.replace('_', '-')}`), {
      method: 'POST',
      body,
    });
    if (hasForm) keepFileForm(form.value);
    startDownload(page.inHost(`/exports/${exportId}`));
    toasts.tell({ tone: 'good', text: texts.begun });
    onClose();
  };
  return (
    <Dialog title={texts.title[named]} onClose={onClose}>
      <p>{texts.about[named]}</p>
      <p>{isFiltered ? texts.filtered : texts.all}</p>
      {!UNTIMED.has(what) && <p class="soft">{texts.form}</p>}
      {hasForm && <FormatFields form={form} />}
      {PERSONAL.has(what) && <p>{texts.personal}</p>}
      <div class="dialog-actions">
        <BusyButton class="main" onPress={action}>
          {texts.submit}
        </BusyButton>
        <button type="button" class="second" onClick={onClose}>
          {shared.parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** The format of a CSV. */
function FormatFields({ form }: { form: Signal<FileForm> }): VNode {
  const texts = useExportTexts();
  const { withBom, separator } = form.value;
  return (
    <>
      <fieldset class="field radios">
        <legend>{texts.separator}</legend>
        {(['comma', 'semicolon'] as const).map((value) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="export-separator"
              value={value}
              checked={separator === value}
              onChange={() => (form.value = { withBom, separator: value })}
            />
            <span>
              {texts.separators[value].label}
              <small class="soft">{texts.separators[value].hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="field check">
        <label class="choice">
          <input
            type="checkbox"
            checked={withBom}
            aria-describedby="export-bom-hint"
            onChange={(event) => (form.value = { separator, withBom: event.currentTarget.checked })}
          />
          <span>{texts.withBom}</span>
        </label>
        <p class="hint soft" id="export-bom-hint">
          {texts.withBomHint}
        </p>
      </div>
    </>
  );
}

/** The browser's own download: the page holds none of the file, and a failure leaves the page as it is. */
function startDownload(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
