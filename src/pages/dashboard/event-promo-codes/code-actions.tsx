import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownPromoCode } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { MenuItem } from '../components/menu.tsx';
import { useAction } from '../components/use-action.ts';
import { codesPath, EditCodeDialog } from './code-dialogs.tsx';
import type { About } from './terms-fields.tsx';
import { useEventPromoCodesTexts } from './texts.ts';

/** The actions of a code: the items of its menu, and the dialogs that they open. */
export function useCodeActions(
  about: About,
  onDeleted?: () => Promise<unknown>,
): { itemsOf: (code: ShownPromoCode) => MenuItem[]; dialogs: VNode } {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const open = useSignal<{ dialog: 'edit' | 'delete'; code: ShownPromoCode } | null>(null);
  const close = (): void => void (open.value = null);
  const send = async (code: ShownPromoCode, rest: string, method: 'POST' | 'PATCH', body: object) => {
    const path = page.inHost(codesPath(about, `/${code.promoCodeId}${rest}`));
    await call(path, { method, body });
    await router.refresh();
  };
  const end = useAction(async (code: ShownPromoCode) => {
    const { version, endsAt } = code.typed;
    await send(code, '/end', 'POST', { version });
    const undo = (): Promise<void> => send(code, '', 'PATCH', { version: version + 1, endsAt });
    toasts.tell({ tone: 'good', text: texts.wasEnded(code.code), undo });
  });
  const resume = useAction(async (code: ShownPromoCode) => {
    await send(code, '/resume', 'POST', { version: code.version });
    toasts.tell({ tone: 'good', text: texts.wasResumed(code.code) });
  });
  const remove = async (code: ShownPromoCode): Promise<void> => {
    await call(page.inHost(codesPath(about, `/${code.promoCodeId}`)), { method: 'DELETE' });
    close();
    toasts.tell({ tone: 'good', text: texts.wasDeleted(code.code) });
    await (onDeleted ?? router.refresh)();
  };
  const itemsOf = (code: ShownPromoCode): MenuItem[] => [
    { label: texts.edit, onPress: () => (open.value = { dialog: 'edit', code }) },
    code.state === 'ended'
      ? { label: texts.resume, onPress: () => resume.run(code) }
      : { label: texts.end, onPress: () => end.run(code) },
    ...(code.uses === 0
      ? [
          {
            label: texts.delete,
            isDangerous: true,
            onPress: () => void (open.value = { dialog: 'delete', code }),
          },
        ]
      : []),
  ];
  const dialogs = (
    <>
      {open.value?.dialog === 'edit' && (
        <EditCodeDialog about={about} code={open.value.code} onClose={close} />
      )}
      {open.value?.dialog === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle(open.value.code.code)}
          confirm={texts.deleteButton}
          onConfirm={remove.bind(null, open.value.code)}
          onClose={close}
        >
          {texts.deleteText}
        </ConfirmDialog>
      )}
    </>
  );
  return { itemsOf, dialogs };
}
