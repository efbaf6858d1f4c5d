import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { countChanges } from '../../../../../seating-plans/count-changes.ts';
import { useDashboard } from '../../../dashboard.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useAction } from '../../../components/use-action.ts';
import { useStudio } from '../studio.ts';
import { FormerDraftItem } from './former-draft.tsx';

/** The published versions, to view and to make the draft again. Asks first if that would replace work. */
export function VersionsPanel({ onClose }: { onClose: () => void }): VNode {
  const { texts, desk, data, calls, saver, panel, reload } = useStudio();
  const { toasts, router, page } = useDashboard();
  const asked = useSignal<{ number: number; text: string } | null>(null);
  const look = useAction(async (number: number) => {
    const { plan } = await calls.readVersion(number);
    panel.value = { name: 'preview', version: { number, plan } };
  });
  const replace = async (number: number): Promise<void> => {
    await calls.restore(saver.version(), number);
    await reload();
    toasts.tell({ tone: 'good', text: texts.restored(number) });
    onClose();
    await router.refresh();
  };
  const restore = useAction(async (number: number) => {
    if (!(await saver.flush())) return;
    if (!data.hasWork && saver.version() === data.plan.version) return replace(number);
    const { plan: newest } = await calls.readVersion(data.plan.published ?? number);
    const lines = texts.changes(countChanges(newest, desk.plan.value));
    const lost = data.former ? [texts.replaceFormer(data.former.seatCount)] : [];
    asked.value = { number, text: [texts.replaceLoses(lines), texts.replaceKeeps, ...lost].join(' ') };
  });
  return (
    <Dialog kind="wide" title={texts.versions} onClose={onClose}>
      <p class="soft">{data.versions.length > 0 ? texts.versionsIntro : texts.noVersions}</p>
      <ol class="stack gap-2xs plan-versions">
        <FormerDraftItem onDone={onClose} />
        {data.versions.map(({ number, publishedAt, by, seatCount, changes }) => {
          const uses = data.uses.filter((use) => use.number === number);
          return (
            <li key={number}>
              <div>
                <b>{texts.version(number)}</b> <Moment at={publishedAt} /> {by !== '' && texts.by(by)}
                <p class="soft">
                  {[texts.seats(seatCount), ...texts.changes(changes)].join(' · ')}
                  {uses.length > 0 && ` · ${texts.uses(uses.length)} `}
                  {uses.map(({ eventId, name }) => (
                    <a key={eventId} href={page.inHost(`/events/${eventId}/seats`)}>
                      {name}
                    </a>
                  ))}
                </p>
              </div>
              <div class="actions">
                <button type="button" class="second" onClick={() => look.run(number)}>
                  {texts.look}
                </button>
                <button type="button" class="second" onClick={() => restore.run(number)}>
                  {texts.restore}
                </button>
              </div>
            </li>
          );
        })}
      </ol>
      {asked.value && (
        <ConfirmDialog
          title={texts.replaceTitle(asked.value.number)}
          confirm={texts.replaceDo}
          isDangerous={false}
          onConfirm={() => replace(asked.value?.number ?? 0)}
          onClose={() => (asked.value = null)}
        >
          {asked.value.text}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
