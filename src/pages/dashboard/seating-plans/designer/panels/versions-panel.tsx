import type { VNode } from 'preact';
import { useDashboard } from '../../../dashboard.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useAction } from '../../../components/use-action.ts';
import { useStudio } from '../studio.ts';

/** The published versions, to view and to restore. */
export function VersionsPanel({ onClose }: { onClose: () => void }): VNode {
  const { texts, data, calls, saver, panel, reload } = useStudio();
  const { toasts, router, page } = useDashboard();
  const look = useAction(async (number: number) => {
    const { plan } = await calls.readVersion(number);
    panel.value = { name: 'preview', version: { number, plan } };
  });
  const restore = useAction(async (number: number) => {
    if (!(await saver.flush())) return;
    await calls.restore(saver.version(), number);
    await reload();
    toasts.tell({ tone: 'good', text: texts.restored(number) });
    onClose();
    await router.refresh();
  });
  return (
    <Dialog kind="wide" title={texts.versions} onClose={onClose}>
      <p class="soft">{data.versions.length > 0 ? texts.versionsIntro : texts.noVersions}</p>
      <ol class="stack gap-2xs plan-versions">
        {data.versions.map(({ number, publishedAt, by, seatCount, changes }) => {
          const uses = data.uses.filter((use) => use.number === number);
          return (
            <li key={number}>
              <div>
                <b>{texts.version(number)}</b> <Moment at={publishedAt} /> {texts.by(by)}
                <p class="soft">
                  {[texts.seats(seatCount), ...texts.changes(changes)].join(' · ')}
                  {uses.length > 0 && ` · ${texts.uses(uses.length)}: `}
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
    </Dialog>
  );
}
